import type { MessagePort } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import type { BaseUrls, Environment } from '../core/environments.ts'
import type { SharedMemory } from './memory.ts'

/** The number of the worker that writes for its whole environment: the writer. */
export const writerNumber = 0

/** What a worker is started with. */
export type WorkerData = {
  readonly config: Config
  readonly environment: Environment
  /** The number of this worker in its environment, from 0 on; that of the thread that delivers is the last. */
  readonly thread: number
  /** How many workers the environment has. */
  readonly threads: number
  /** Whether it replaces a worker that failed. */
  readonly isReplacement: boolean
  readonly memory: SharedMemory
}

/** What a thread is for: to answer requests, or to send to webhooks. */
export type ThreadRole = 'serves' | 'delivers'

/** What a worker tells its supervisor. */
export type WorkerReport =
  | {
      readonly kind: 'listening'
      readonly port: number
      /** The address under which clients reach it. */
      readonly baseUrl: string
      readonly firstKey: string | undefined
    }
  /** From the writer: the store has a webhook. */
  | { readonly kind: 'has_webhooks' }
  /** It could not start and has closed everything. The message is for the operator. */
  | { readonly kind: 'failed'; readonly message: string }

/** What the supervisor tells a worker. */
export type WorkerCommand =
  /** Open the store, and listen on this port. */
  | { readonly kind: 'begin'; readonly port: number }
  /** The writer is at the other end of this port from now on. */
  | { readonly kind: 'writer'; readonly port: MessagePort }
  /** To the writer: another worker sends its writes through this port. */
  | { readonly kind: 'reader'; readonly port: MessagePort }
  /** Every environment listens. The OpenAPI document names the addresses of all. */
  | { readonly kind: 'base_urls'; readonly baseUrls: BaseUrls }
  /** `grace` is milliseconds for which new connections are still taken. */
  | { readonly kind: 'stop'; readonly reason: string; readonly grace: number }
