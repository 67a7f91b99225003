import assert from 'node:assert/strict'
import type { Awaitable } from '../../src/base/awaitable.ts'
import type { Bulk } from '../../src/store/bulk.ts'
import type { ChangeContext } from '../../src/base/data/change.ts'
import type { Applied, InternalRows, Store } from '../../src/base/data/store.ts'
import { act } from '../helpers/act.ts'
import { addThing, type Thing } from '../helpers/things.ts'

/** A store that is open, with the tables and rules of `helpers/things.ts`. */
export type OpenStore = {
  readonly data: Store
  readonly bulk: Bulk
  readonly whole: InternalRows
  /** Blocks all writes, until the returned function is called. */
  holdUp(): Awaitable<() => Awaitable<void>>
  /** Imports things, as another process does. */
  importThings(rows: ReadonlyArray<Omit<Thing, 'id'>>): Promise<void>
  close(): Promise<void>
}

/** Adds a test of one kind of store. */
export type AddContract = (
  what: string,
  run: (store: OpenStore, reopen: () => Promise<OpenStore>) => Promise<void>,
) => void

/** How many concurrent callers there are. */
export const callers = 64

/** The act of a change that is made once. */
export const once: ChangeContext = {
  ...act,
  once: { ownerId: 'key_1', key: 'a', fingerprint: new Uint8Array(32).fill(7), now: act.at },
}

export const add = async (data: Store, thing: Omit<Thing, 'id'>): Promise<Thing> =>
  resultOf(await data.apply(addThing(thing), act)).thing

export const resultOf = <R extends { readonly outcome: string }>(applied: Applied<R>): R => {
  assert.ok(applied.outcome === 'done')
  return applied.result
}

export const atOnce = <T>(call: () => Promise<T>): ReadonlyArray<Promise<T>> =>
  Array.from({ length: callers }, call)

export const morning = '2026-11-20T08:00:00.000Z'
export const noon = '2026-11-20T12:00:00.000Z'
export const evening = '2026-11-20T18:00:00.000Z'
