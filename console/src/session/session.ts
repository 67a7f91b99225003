import { t } from '../core/language.ts'
import { signal } from '../core/signal.ts'
import type { Order, RateLimitWindow, Usage } from '../../../client/src/index.ts'
import { plainStore, type PlainStore } from '../../../client/src/plain.ts'
import { clearItems, lastSeen, readItem, writeItem } from '../core/tab-storage.ts'
import { forget, keep, keptOr, recallSeen, remember, rememberedKey } from './kept.ts'
import { beside, environment, otherEnvironment } from '../core/page.ts'
import { learnTime, serviceNow } from '../core/time.ts'

/** A permission of an API key. */
export type Scope = Usage['key']['scopes'][number]

/** The API key of this tab. It is not in a cookie, so no other page can use it. */
const key = signal(readItem<string>('key'))

/** The key in the fragment of a sign-in link. It is removed from the URL at once, so that nobody bookmarks or shares it. */
let linkedKey = /^#key=(\w+)$/.exec(location.hash)?.[1]
if (linkedKey !== undefined) history.replaceState(null, '', location.pathname + location.search)

recallSeen()

/** The key of the sign-in link, once, or the remembered key, to fill in the form; empty if somebody is already signed in. */
export const takeKey = (): string => {
  const taken = key.value === undefined ? (linkedKey ?? rememberedKey()) : undefined
  linkedKey = undefined
  return taken ?? ''
}

/** What the service says about a key: its name, and what it may do. */
type KeyFacts = Pick<Usage['key'], 'id' | 'name' | 'scopes' | 'expiresAt'>

/** What the service said about the key of this tab. */
export const keyFacts = signal(readItem<KeyFacts>('key-facts'))

/** A window of the quota. Only `GET /usage` reports its `limit`. */
export type QuotaWindow = RateLimitWindow & { readonly limit?: number }

/** The windows of the quota, as the service last reported them. */
export const quota = signal<readonly QuotaWindow[]>([])

/** Records the state of the quota. A response without one changes nothing. */
export const learnQuota = (windows: readonly QuotaWindow[] = []): void => {
  if (windows.length === 0) return
  const before = quota.value
  quota.value = windows.map((each) => ({
    ...before.find(({ name }) => name === each.name),
    ...each,
  }))
}

/** Records the state of the quota from the usage of the key, which is also correct during a ban. */
export const learnUsage = ({ windows }: Usage): void =>
  learnQuota(
    windows.map(({ name, limit, remaining, resetsAt }) => ({
      name,
      limit,
      remaining,
      resetAfter: (Date.parse(resetsAt) - serviceNow()) / 1_000,
    })),
  )

/** Whether somebody is signed in. */
export const isSignedIn = (): boolean => key.value !== undefined

/** Whether the key has a scope. What it may not do is not shown. */
export const may = (scope: Scope): boolean => keyFacts.value?.scopes.includes(scope) ?? false

/** Whether the key may change an order. The page recognizes the key's own orders by its current name. */
export const mayChange = ({ by }: Pick<Order, 'by'>): boolean =>
  may(by === keyFacts.value?.name ? 'orders:write' : 'orders:manage')

/** Records that the key has lost a scope. What needs the scope disappears. */
export const lack = (scope: string | undefined): void => {
  const facts = keyFacts.value
  if (facts !== undefined)
    learn({ ...facts, scopes: facts.scopes.filter((each) => each !== scope) })
}

const learn = (facts: KeyFacts | undefined): void => {
  keyFacts.value = facts
  writeItem('key-facts', facts)
  keep('key-facts', facts)
}

/** The base URL of the API, relative to this page. */
export const baseUrl = beside('v1')

/**
 * A client for a key. It neither waits nor retries: the gate does that, visibly.
 *
 * @param attemptTimeout time limit of a request in milliseconds
 */
const clientFor = (
  apiKey: string,
  send: typeof fetch = fetch,
  attemptTimeout = 15_000,
): PlainStore =>
  plainStore({
    apiKey,
    baseUrl,
    attemptTimeout,
    fetch: async (input, init) => {
      const response = await send(input, { ...init, cache: 'no-store', credentials: 'omit' })
      learnTime(response.headers.get('date'))
      return response
    },
  })

let client: PlainStore | undefined

/** The client of the signed-in key. @throws Error if nobody is signed in, so that nothing queued is sent then */
export const currentClient = (): PlainStore => {
  if (key.value === undefined) throw new Error('Nobody is signed in.')
  return (client ??= clientFor(key.value))
}

/** A client of the signed-in key with another `fetch`. @throws Error if nobody is signed in */
export const clientWith = (send: typeof fetch, attemptTimeout: number): PlainStore => {
  if (key.value === undefined) throw new Error('Nobody is signed in.')
  return clientFor(key.value, send, attemptTimeout)
}

const prefixes = { production: 'pets_live_', staging: 'pets_test_' } as const

/** Whether this is a key of the other environment. */
export const isOfOther = (text: string): boolean => text.startsWith(prefixes[otherEnvironment])

/** A message about what is wrong with the format of a key, or undefined. */
export const faultOfForm = (text: string): string | undefined => {
  if (isOfOther(text))
    return environment === 'staging'
      ? t('This is a production key, and this is the staging console.')
      : t('This is a staging key, and this is the production console.')
  return /^pets_(?:live|test)_[0-9A-Za-z]{36}$/.test(text)
    ? undefined
    : t('This is not a complete key: it has 46 characters and starts with {start}.', {
        start: prefixes[environment],
      })
}

/**
 * Signs in with a key, if the service knows it. That costs no quota.
 *
 * @throws PetStoreError if the service does not know the key, or does not answer
 */
export const signIn = async (text: string): Promise<void> => {
  const tried = clientFor(text)
  const { data: usage } = await tried.usage().withResponse()
  client = tried
  // This may be another key, which may see less.
  lastSeen.clear()
  writeItem('key', text)
  if (usage.key.scopes.join() === keptFacts()?.scopes.join()) recallSeen()
  learn(usage.key)
  learnUsage(usage)
  // Everything that a screen reads later is newer, so no event is missed between that read and the first news.
  writeItem('seen', usage.lastEventId)
  key.value = text
}

const keptFacts = () => keptOr<KeyFacts | undefined>('key-facts', undefined)

/**
 * Signs in with the key that this device remembers, while the service cannot confirm it.
 *
 * @returns whether it is the remembered key, its scopes are known, and it has not expired
 */
export const signInAsKept = (text: string): boolean => {
  if (text !== rememberedKey()) return false
  writeItem('key', text)
  const facts = keptFacts()
  if (facts === undefined || Date.parse(facts.expiresAt ?? '') < Date.now()) {
    if (facts) forget()
    writeItem('key', undefined)
    return false
  }
  recallSeen()
  learn(facts)
  key.value = text
  return true
}

/** Forgets the key, also on this device, and all drafts and positions in lists. */
export const signOut = (): void => {
  clearItems()
  remember(undefined)
  client = undefined
  quota.value = []
  keyFacts.value = undefined
  key.value = undefined
}
