import type { MessagePort } from 'node:worker_threads'
import type { AuditEntry } from '../base/audit.ts'
import type { Env } from '../base/config/config.ts'
import type { BaseUrls, Environment } from '../base/environments.ts'
import type { Figures } from '../observe/service-metrics.ts'

/** `petstore restart` puts workers beside a supervisor of another version: whoever changes what these send each other raises the number. */
export const protocol = 1

/** What is in force; it differs only in what can change while a worker runs. */
export type WorkerSettings = {
  /** The variables, which each version reads for itself. */
  readonly env: Env
  /** Of all environments, once they listen. The OpenAPI document names them. */
  readonly baseUrls?: BaseUrls
}

export type WorkerData = WorkerSettings & { readonly environment: Environment }

/** What a worker sends its supervisor. All of it passes by structured clone, but for the socket, which is transferred. */
export type WorkerReport =
  /** Its code is loaded. */
  | { readonly kind: 'ready'; readonly version: string; readonly protocol: number }
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
  /** It fails, and leaves its successor the queue that has its listening socket. */
  | { readonly kind: 'listener'; readonly listener: MessagePort }
  /** Its store is closed. It stopped accepting at that time, in milliseconds since the Unix epoch. */
  | { readonly kind: 'handed_over'; readonly at: number }

/** Open the store, and listen. */
export type Beginning = {
  readonly port: number
  /** If it replaces a worker: the store's files, as its predecessor opened them, so that it opens no other. */
  readonly files: BigUint64Array | undefined
  /** The queue that has the listening socket of a predecessor that could leave one, and then its connections. */
  readonly listener: MessagePort | undefined
}

export type WorkerCommand =
  | ({ readonly kind: 'begin' } & Beginning)
  | {
      readonly kind: 'settings'
      readonly settings: WorkerSettings
      /** Written into the store of the environment. */
      readonly audit?: AuditEntry | undefined
    }
  | { readonly kind: 'figures' }
  /** Close the store, and leave port and connections there. Another `begin` may follow, or `stop`. */
  | { readonly kind: 'hand_over'; readonly to: MessagePort }
  /** `grace` is milliseconds for which new connections are still taken. */
  | { readonly kind: 'stop'; readonly reason: string; readonly grace: number }
