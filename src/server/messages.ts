import type { MessagePort } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import type { BaseUrls, Environment } from '../core/environments.ts'
import type { SharedMemory } from './memory.ts'

/** The number of the thread that writes for all of its environment. */
export const writerNumber = 0

/** What a thread of an environment is started with. */
export type WorkerData = {
  readonly config: Config
  readonly environment: Environment
  /** Which of the environment's threads it is: from 0 on. */
  readonly thread: number
  /** How many there are. */
  readonly threads: number
  /** Whether it takes the place of one that failed. */
  readonly isReplacement: boolean
  readonly memory: SharedMemory
}

/** What a thread tells the process. */
export type WorkerReport =
  | {
      readonly kind: 'listening'
      readonly port: number
      /** The address under which clients reach it. */
      readonly baseUrl: string
      readonly firstKey: string | undefined
    }
  /** It could not start, and has let go of everything. The message is for the operator. */
  | { readonly kind: 'failed'; readonly message: string }

/** What the process tells a thread. */
export type WorkerCommand =
  /** Open the store, and listen on this port. */
  | { readonly kind: 'begin'; readonly port: number }
  /** The thread that writes is at the other end of this port from now on. */
  | { readonly kind: 'writer'; readonly port: MessagePort }
  /** To the thread that writes: another one hands its writes over through this port. */
  | { readonly kind: 'reader'; readonly port: MessagePort }
  /** Every environment listens: the addresses of all, for the OpenAPI document. */
  | { readonly kind: 'base_urls'; readonly baseUrls: BaseUrls }
  /** `grace` is milliseconds in which new connections are still taken. */
  | { readonly kind: 'stop'; readonly reason: string; readonly grace: number }
