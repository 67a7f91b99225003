import { t } from '../core/language.ts'
import { signal } from '../core/signal.ts'
import type { Order, RateLimitWindow, Usage } from '../../../client/src/index.ts'
import { plainStore, type PlainStore } from '../../../client/src/plain.ts'
import { clearItems, lastSeen, readItem, writeItem } from '../core/tab-storage.ts'
import { forget, keep, keptOr, recallSeen, remember, rememberedKey } from './kept.ts'
import { beside, environment, otherEnvironment } from '../core/page.ts'
import { learnTime, serviceNow } from '../core/time.ts'

/** What a key may be allowed to do. */
export type Scope = Usage['key']['scopes'][number]

/** The API key of this tab. It is in no cookie, so no other page can use it. */
const key = signal(readItem<string>('key'))

/** The key in the fragment of a link that signs in. It leaves the address at once: nobody bookmarks or shares it. */
let linkedKey = /^#key=(\w+)$/.exec(location.hash)?.[1]
if (linkedKey !== undefined) history.replaceState(null, '', location.pathname + location.search)

recallSeen()

/** The key of such a link for the form, once, or the one that is remembered; empty if somebody is signed in already. */
export const takeKey = (): string => {
  const taken = key.value === undefined ? (linkedKey ?? rememberedKey()) : undefined
  linkedKey = undefined
  return taken ?? ''
}

/** What the service says of a key: its name, and what it may do. */
type KeyFacts = Pick<Usage['key'], 'id' | 'name' | 'scopes' | 'expiresAt'>

/** What the service said of the key of this tab. */
export const keyFacts = signal(readItem<KeyFacts>('key-facts'))

/** A window of the quota; only the usage of the key says how much it holds when it begins. */
export type QuotaWindow = RateLimitWindow & { readonly limit?: number }

/** The windows of the quota, as the service last told them. */
export const quota = signal<readonly QuotaWindow[]>([])

/** Learns the state of the quota. An answer without it changes nothing. */
export const learnQuota = (windows: readonly QuotaWindow[] = []): void => {
  if (windows.length === 0) return
  const before = quota.value
  quota.value = windows.map((each) => ({
    ...before.find(({ name }) => name === each.name),
    ...each,
  }))
}

/** Learns the state of the quota from the usage of the key, which is right during a ban too. */
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

/** Whether the key may do this. What it may not is not shown. */
export const may = (scope: Scope): boolean => keyFacts.value?.scopes.includes(scope) ?? false

/** Whether the key may change an order. Of its own orders the page only knows the name that the key has now. */
export const mayChange = ({ by }: Pick<Order, 'by'>): boolean =>
  may(by === keyFacts.value?.name ? 'orders:write' : 'orders:manage')

/** Learns that the key may do something no longer. What needs it disappears. */
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

/** The address of the interface, beside this page. */
export const baseUrl = beside('v1')

/**
 * A client for a key. It never waits or repeats by itself: the gate does, and shows it.
 *
 * @param attemptTimeout milliseconds until a request must have been answered
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

/** The client of whoever is signed in. @throws Error if nobody is, so nothing that waits is sent then */
export const currentClient = (): PlainStore => {
  if (key.value === undefined) throw new Error('Nobody is signed in.')
  return (client ??= clientFor(key.value))
}

/** A client of whoever is signed in that sends in another way. @throws Error if nobody is signed in */
export const clientWith = (send: typeof fetch, attemptTimeout: number): PlainStore => {
  if (key.value === undefined) throw new Error('Nobody is signed in.')
  return clientFor(key.value, send, attemptTimeout)
}

const prefixes = { production: 'pets_live_', staging: 'pets_test_' } as const

/** Whether this is a key of the other environment. */
export const isOfOther = (text: string): boolean => text.startsWith(prefixes[otherEnvironment])

/** The sentence that says what is wrong with the form of a key, or undefined. */
export const faultOfForm = (text: string): string | undefined => {
  if (isOfOther(text))
    return environment === 'staging'
      ? t('This is a production key, and this is the staging console.')
      : t('This is a staging key, and this is the production console.')
  return /^pets_(?:live|test)_[0-9A-Za-z]{36}$/.test(text)
    ? undefined
    : t('This is not a whole key: it has 46 characters and starts with {start}.', {
        start: prefixes[environment],
      })
}

/**
 * Signs in with a key, if the service knows it. That costs no request of its quota.
 *
 * @throws PetStoreError if the service does not know the key, or does not answer
 */
export const signIn = async (text: string): Promise<void> => {
  const tried = clientFor(text)
  const { data: usage } = await tried.usage().withResponse()
  client = tried
  // It may be another key, which may see less.
  lastSeen.clear()
  writeItem('key', text)
  if (usage.key.scopes.join() === keptFacts()?.scopes.join()) recallSeen()
  learn(usage.key)
  learnUsage(usage)
  // Whatever a screen reads is newer, so nothing falls between its reading and the first news.
  writeItem('seen', usage.lastEventId)
  key.value = text
}

const keptFacts = () => keptOr<KeyFacts | undefined>('key-facts', undefined)

/**
 * Signs in with the key that this device remembers, while the service does not say whether it knows it.
 *
 * @returns whether it is that key, with what it may do, and has not ended
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

/** Forgets the key, on this device too, all drafts and all places in lists. */
export const signOut = (): void => {
  clearItems()
  remember(undefined)
  client = undefined
  quota.value = []
  keyFacts.value = undefined
  key.value = undefined
}
