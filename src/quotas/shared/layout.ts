/**
 * Where things stand in the memory of a table, in words of 4 bytes:
 *
 * ```
 * header | chains | changed slots | slots being saved | slots …
 * ```
 *
 * A chain is the number of its first slot. Slots are numbered from 1; where a slot's number is
 * looked for, 0 is none. All but the slots has one size, so that only the end of the memory grows.
 * What was never used was never touched, and takes none of the machine's memory.
 */
export type TableLayout = {
  /** A power of two. */
  readonly chainCount: number
  readonly chains: number
  /** One bit for each slot: its count is other than what the store has. */
  readonly changed: number
  /** One bit for each slot: its count is being written to the store. */
  readonly saving: number
  /** Where a slot 0 would stand. */
  readonly slots: number
}

export const wordBytes = Int32Array.BYTES_PER_ELEMENT

/** How long the id of a subject can be, in words. Ids of keys take 4, IPv6 networks up to 6. */
export const idWords = 6

/** The header. The lock has a cache line of its own. */
export const header = {
  /** Who holds the lock: the thread's number and 1, or 0. */
  holder: 0,
  /** Always 0: who waits for the lock sleeps here. */
  rest: 1,
  /** How many slots have ever been in use. */
  used: 16,
  /** The first of the slots that are free again; the others follow it by `next`. */
  free: 17,
  /** Goes up with every spend, and around at 2^32. */
  tick: 18,
  /** The slot after which room is looked for next. */
  hand: 19,
  /** How many slots there can be. */
  limit: 20,
  /** The secret that ids are hashed with, so that no one can choose ids that share a chain. */
  secret: 21,
  /** 1 once the stored counts have been loaded. */
  loaded: 23,
  words: 32,
} as const

/**
 * A slot. Minutes since the epoch fit a signed word until the year 6053, days for longer, and the largest
 * limit is 10^9. The end of a ban is unsigned, and fits until 2106.
 */
export const field = {
  /** The next slot of the chain, or of those that are free. */
  next: 0,
  hash: 1,
  /** Of the id, in bytes. 0: no one's slot. */
  length: 2,
  id: 3,
  /** The tick of the last spend. */
  seen: 9,
  minute: 10,
  minuteUsed: 11,
  minuteRefused: 12,
  day: 13,
  dayUsed: 14,
  banEnds: 15,
  banLength: 16,
  /** Whose count the store has of this slot. Only the thread that writes reads it. */
  storedLength: 17,
  stored: 18,
  words: 24,
} as const

/** The most chains of a table. With a million subjects each has about four. */
const mostChains = 2 ** 18

/** @param limit how many slots there can be */
export const tableLayout = (limit: number): TableLayout => {
  const chainCount = Math.min(mostChains, 2 ** Math.ceil(Math.log2(limit)))
  const bitWords = Math.ceil((limit + 1) / 32)
  const chains = header.words
  const changed = chains + chainCount
  const saving = changed + bitWords
  const slots = saving + bitWords - field.words
  return { chainCount, chains, changed, saving, slots }
}

/** Words of a table that has this many slots. */
export const wordsOf = (layout: TableLayout, slots: number): number =>
  layout.slots + (slots + 1) * field.words
