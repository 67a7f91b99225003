import { readConfig } from '../config/config.ts'
import type { Environment } from '../core/environments.ts'
import type { KeyRecord } from '../keys/key-store.ts'
import { keyState } from '../keys/life-cycle.ts'
import type { Storage } from '../storage/port.ts'
import { openStore } from './open-store.ts'
import type { EnvironmentOptions } from './options.ts'
import { Failure, type Terminal } from './terminal.ts'

/**
 * Opens the store of a command's environment for the time of some work.
 *
 * @param options `makes` as in `openStore`
 */
export const withStore = async (
  terminal: Terminal,
  { environment, makes }: EnvironmentOptions & { readonly makes?: boolean },
  work: (storage: Storage) => Promise<void>,
): Promise<void> => {
  const storage = await openStore(readConfig(terminal.env), environment, makes)
  try {
    await work(storage)
  } finally {
    await storage.close()
  }
}

/** @throws Failure if there is no such key */
export const findKey = async (
  { keys }: Storage,
  id: string,
  { environment }: EnvironmentOptions,
): Promise<KeyRecord> => (await keys.find(id)) ?? unknownKey(id, environment)

/** @throws Failure if there is no such key, or if it is revoked or expired: no change makes such a key valid again */
export const findGoodKey = async (
  storage: Storage,
  id: string,
  options: EnvironmentOptions,
  now: number,
): Promise<KeyRecord> => {
  const record = await findKey(storage, id, options)
  const state = keyState(record, now)
  if (state !== 'good') throw new Failure(`The key ${id} is ${state}; create a new one.`)
  return record
}

export const unknownKey = (id: string, environment: Environment): never => {
  throw new Failure(
    `There is no key ${id} in ${environment}; petstore keys list --environment ${environment} shows them.`,
  )
}
