import type { storedOver } from './storage.ts'

/** The store of one environment. Every call settles in bounded time, or rejects with `StorageUnavailable`. */
export type Storage = ReturnType<typeof storedOver>['storage'] & {
  /** A secret generated with the store. Signatures made with it are valid for this store only. */
  readonly secret: Uint8Array
  /** Acquires or renews the lease of some work for a holder, a unique name; 0 milliseconds release it. */
  lease(work: string, holder: string, milliseconds: number): Promise<boolean>
  poll(): Promise<void>
  ping(): Promise<void>
  /** Performs a write that changes nothing. Rejects if the store cannot be written. */
  tryWriting(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds between polls for changes by other processes. A command that reports a change waits twice as long. */
export const pollInterval = 250
