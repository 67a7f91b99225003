import { consoleAddress, environment } from '../core/page.ts'
import { itemNames, lastSeen, readItem, writeItem } from '../core/tab-storage.ts'

// What stays on this device if somebody chose to be remembered: the key, and what the page showed last. It is
// removed when they sign out, or when the service no longer knows the key.

const device = `petstore:key:${environment}`

/** A console of another environment may have the same origin. */
const prefix = `kept:${environment}:`

/** The maximum number of shown results that stay on the device. */
const maxKept = 25

/** The key that this device remembers, if somebody chose that. */
export const rememberedKey = (): string | null => localStorage.getItem(device)

/** Whether this device remembers the key of this tab. */
const isKeeping = (): boolean => (rememberedKey() ?? '') === readItem('key')

/** While a cache of this name exists, the service worker stores pictures in it. Pages loaded without TLS have no caches. */
const withPictures = (act: (all: CacheStorage, name: string) => Promise<unknown>): void => {
  if ('caches' in globalThis) act(caches, `pictures ${consoleAddress()}`).catch(() => undefined)
}

/** Remembers a key on this device, for all tabs and later visits; undefined removes everything stored here. */
export const remember = (text: string | undefined): void => {
  if (text === undefined) {
    localStorage.removeItem(device)
    for (const name of itemNames(prefix, true)) writeItem(name, undefined, true)
    withPictures(async (all, name) => await all.delete(name))
  } else {
    localStorage.setItem(device, text)
    keep('key-facts', readItem('key-facts'))
    withPictures(async (all, name) => await all.open(name))
  }
}

/** Removes everything stored here, if this device remembers the key of this tab. */
export const forget = (): void => {
  if (isKeeping()) remember(undefined)
}

/** Stores a value on this device, if it remembers the key of this tab. */
export const keep = (name: string, value: unknown): void => {
  if (isKeeping()) writeItem(prefix + name, value, true)
}

/** The value stored under a name for the key of this tab, or else a default. */
export const keptOr = <T>(name: string, other: T): T =>
  (isKeeping() ? readItem<T>(prefix + name, true) : undefined) ?? other

/** Whether a result may be stored: lists, animals and orders, but nothing about people, and no notes. */
const isKeepable = (name: string): boolean =>
  /^(?:#|animal |profile |faces |order |today|longest)/.test(name)

let timer: ReturnType<typeof setTimeout> | undefined

/** Stores what the page showed last, debounced by 500 ms. */
export const keepSeen = (): void => {
  clearTimeout(timer)
  timer = setTimeout(
    () => keep('seen', [...lastSeen].filter(([name]) => isKeepable(name)).slice(-maxKept)),
    500,
  )
}

/** Restores what was shown last on this device. */
export const recallSeen = (): void => {
  for (const [name, state] of keptOr<ReadonlyArray<readonly [string, unknown]>>('seen', []))
    lastSeen.set(name, state)
}
