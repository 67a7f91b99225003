import type { storedOver } from './storage.ts'

/** What one environment stores. Every call settles in bounded time, or rejects with `StorageUnavailable`. */
export type Storage = ReturnType<typeof storedOver>['storage'] & {
  /** A secret of this store, made with it. What it signs is valid for this store only. */
  readonly secret: Uint8Array
  /** Whether this holder, a unique name, takes or keeps the lease of some work; 0 milliseconds give it back. */
  lease(work: string, holder: string, milliseconds: number): Promise<boolean>
  poll(): Promise<void>
  ping(): Promise<void>
  /** Makes a write that changes nothing. Rejects if nothing can be written. */
  tryWriting(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds between polls for changes by other processes; a command that reports a change waits twice as long. */
export const pollInterval = 250
