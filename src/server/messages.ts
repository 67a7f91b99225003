import type { MessagePort } from 'node:worker_threads'
import type { AuditEntry } from '../base/audit.ts'
import type { Env } from '../base/config/config.ts'
import type { BaseUrls, Environment } from '../base/environments.ts'
import type { Figures } from '../observe/service-metrics.ts'

/** Version of these messages; raise it with each change of one. `petstore restart` mixes versions of supervisor and worker. */
export const protocol = 1

/** The settings in force. An update differs only in settings that can change while a worker runs. */
export type WorkerSettings = {
  /** The environment variables. Each version parses them itself. */
  readonly env: Env
  /** Base URLs of all environments, once they listen, for the OpenAPI document. */
  readonly baseUrls?: BaseUrls
}

export type WorkerData = WorkerSettings & { readonly environment: Environment }

/** Messages from a worker to its supervisor. They are structured clones, except for `listener`, which is transferred. */
export type WorkerReport =
  /** The worker's code is loaded. */
  | { readonly kind: 'ready'; readonly version: string; readonly protocol: number }
  | {
      readonly kind: 'listening'
      readonly port: number
      /** The address under which clients reach it. */
      readonly baseUrl: string
      /** The API key of a newly created staging store, in plain text. */
      readonly firstKey: string | undefined
      readonly files: BigUint64Array
    }
  | { readonly kind: 'figures'; readonly figures: Figures }
  /** The worker fails. The port holds its listening socket for its successor. */
  | { readonly kind: 'listener'; readonly listener: MessagePort }
  /** The worker's store is closed. `at` is when it stopped accepting, in milliseconds since the Unix epoch. */
  | { readonly kind: 'handed_over'; readonly at: number }

/** The command to open the store and listen. */
export type Beginning = {
  readonly port: number
  /** Device and inode of the store's files, as the worker that it replaces opened them, so that it opens no others. */
  readonly files: BigUint64Array | undefined
  /** Delivers the listening socket of the predecessor, if it left one, and then its connections. */
  readonly listener: MessagePort | undefined
}

export type WorkerCommand =
  | ({ readonly kind: 'begin' } & Beginning)
  | {
      readonly kind: 'settings'
      readonly settings: WorkerSettings
      /** The entry for the audit log of the environment. */
      readonly audit?: AuditEntry | undefined
    }
  | { readonly kind: 'figures' }
  /** Close the store, and send the port and the connections to `to`. Either `begin` or `stop` follows. */
  | { readonly kind: 'hand_over'; readonly to: MessagePort }
  /** `grace` is the milliseconds for which new connections are still accepted. */
  | { readonly kind: 'stop'; readonly reason: string; readonly grace: number }
