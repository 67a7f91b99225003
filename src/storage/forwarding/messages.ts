import type { KeyStore } from '../../keys/key-store.ts'
import type { PetStore } from '../../pets/pet-store.ts'
import type { UnavailableReason } from '../../core/errors/storage-errors.ts'

/** The calls of a store that a thread which serves hands to the one that writes. */
export type ForwardedMethods = {
  readonly 'pets.create': PetStore['create']
  readonly 'pets.createOnce': PetStore['createOnce']
  readonly 'keys.touch': KeyStore['touch']
}

/** A call on its way to the thread that writes. All of it passes by structured clone. */
export type ForwardedCall = {
  readonly id: number
  readonly method: keyof ForwardedMethods
  readonly args: readonly unknown[]
}

/** What became of a call, once it is durable. */
export type ForwardedAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: ForwardedFailure }

/** An error in parts: a clone keeps neither its class nor the fields that it has of its own. */
export type ForwardedFailure = {
  /** Undefined for an error that is no `StorageUnavailable`. */
  readonly reason: UnavailableReason | undefined
  /** The error, or, of a `StorageUnavailable`, its cause. */
  readonly error: unknown
  /** The code of that error, as Node's errors have one. */
  readonly code: unknown
}
