import type { Server } from 'node:net'
import type { MessagePort } from 'node:worker_threads'
import type { AuditEntry } from '../base/audit.ts'
import type { Config } from '../base/config/config.ts'
import type { BaseUrls, Environment } from '../base/environments.ts'
import type { Figures } from '../observe/service-metrics.ts'

export type WorkerData = {
  readonly config: Config
  readonly environment: Environment
  /** If it replaces a worker that failed: the store's files, as its predecessor opened them, so that it opens no other. */
  readonly files: BigUint64Array | undefined
  /** Its queue has the listening socket of a predecessor that could leave one. */
  readonly listener: MessagePort | undefined
}

/** What a worker sends its supervisor. All of it passes by structured clone, but for the socket, which is transferred. */
export type WorkerReport =
  | {
      readonly kind: 'listening'
      readonly port: number
      /** The address under which clients reach it. */
      readonly baseUrl: string
      /** Of a new staging store, in plain text. */
      readonly firstKey: string | undefined
      readonly files: BigUint64Array
    }
  | { readonly kind: 'figures'; readonly figures: Figures }
  /** It fails, and leaves its listening socket to its successor. */
  | { readonly kind: 'listener'; readonly server: Server }

/** What the supervisor sets while a worker runs. What is missing stays as it is. */
export type WorkerSettings = {
  /** Set once every environment listens. The OpenAPI document names the addresses of all. */
  readonly baseUrls?: BaseUrls
  /** It differs only in what can change while a worker runs. */
  readonly config?: Config
}

export type WorkerCommand =
  /** Open the store, and listen on this port. */
  | { readonly kind: 'begin'; readonly port: number }
  | {
      readonly kind: 'settings'
      readonly settings: WorkerSettings
      /** Written into the store of the environment. */
      readonly audit?: AuditEntry | undefined
    }
  | { readonly kind: 'figures' }
  /** `grace` is milliseconds for which new connections are still taken. */
  | { readonly kind: 'stop'; readonly reason: string; readonly grace: number }
