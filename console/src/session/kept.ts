import { consoleAddress, environment } from '../core/page.ts'
import { itemNames, lastSeen, readItem, writeItem } from '../core/tab-storage.ts'

// What stays on this device if somebody asks for that: the key, and what the page showed last. It goes once they sign out,
// or the service knows the key no longer.

const device = `petstore:key:${environment}`

/** A console of another environment may have the same origin. */
const prefix = `kept:${environment}:`

/** How many things that were shown stay on the device. */
const maxKept = 25

/** The key that this device remembers, since somebody asked for that. */
export const rememberedKey = (): string | null => localStorage.getItem(device)

/** Whether this device remembers whoever is signed in in this tab. */
const isKeeping = (): boolean => (rememberedKey() ?? '') === readItem('key')

/** As long as there is a cache of this name, the worker keeps pictures in it. Pages that came without TLS have none. */
const withPictures = (act: (all: CacheStorage, name: string) => Promise<unknown>): void => {
  if ('caches' in globalThis) act(caches, `pictures ${consoleAddress()}`).catch(() => undefined)
}

/** Remembers the key of this tab on this device, for all tabs and days; undefined forgets all that stays here. */
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

/** Forgets all that stays here of whoever is signed in in this tab. */
export const forget = (): void => {
  if (isKeeping()) remember(undefined)
}

/** Keeps a value on this device, if it remembers whoever is signed in. */
export const keep = (name: string, value: unknown): void => {
  if (isKeeping()) writeItem(prefix + name, value, true)
}

/** What this device keeps under a name for whoever is signed in, or else another value. */
export const keptOr = <T>(name: string, other: T): T =>
  (isKeeping() ? readItem<T>(prefix + name, true) : undefined) ?? other

/** Lists, animals and orders; nothing of what is written about people, or in notes. */
const isKeepable = (name: string): boolean =>
  /^(?:#|animal |profile |faces |order |today|longest)/.test(name)

let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps what the page showed last, once that has been the same for a moment. */
export const keepSeen = (): void => {
  clearTimeout(timer)
  timer = setTimeout(
    () => keep('seen', [...lastSeen].filter(([name]) => isKeepable(name)).slice(-maxKept)),
    500,
  )
}

/** Finds what was shown last on this device. */
export const recallSeen = (): void => {
  for (const [name, state] of keptOr<ReadonlyArray<readonly [string, unknown]>>('seen', []))
    lastSeen.set(name, state)
}
