/**
 * Where things stand in the memory of a table, in words of 4 bytes:
 *
 * ```
 * header | chains | changed slots | slots being saved | slots …
 * ```
 *
 * A chain is the number of its first slot. Slots are numbered from 1; 0 means no slot. Everything before the slots has
 * a fixed size, so only the end of the memory grows. Memory that was never touched takes none of the machine's.
 */
export type TableLayout = {
  /** A power of two. */
  readonly chainCount: number
  readonly chains: number
  /** One bit for each slot: its count differs from the store's. */
  readonly changed: number
  /** One bit for each slot: its count is being written to the store. */
  readonly saving: number
  /** The place that a slot 0 would have. */
  readonly slots: number
}

export const wordBytes = Int32Array.BYTES_PER_ELEMENT

/** The longest id of a subject, in words. Ids of keys take 4, IPv6 networks up to 6. */
export const idWords = 6

/** The header. The lock has a cache line of its own. */
export const header = {
  /** The holder of the lock: its thread number plus 1, or 0. */
  holder: 0,
  /** Always 0: threads that wait for the lock sleep on it. */
  rest: 1,
  /** How many slots have ever been in use. */
  used: 16,
  /** The first free slot; the others follow it by `next`. */
  free: 17,
  /** Increases with every spend, and wraps at 2^32. */
  tick: 18,
  /** The slot after which the next search for room begins. */
  hand: 19,
  /** How many slots there can be. */
  limit: 20,
  /** The secret of the hash of ids, so that nobody can choose ids that share a chain. */
  secret: 21,
  /** 1 once the stored counts have been loaded. */
  loaded: 23,
  words: 32,
} as const

/**
 * A slot. Minutes since the epoch fit a signed word until the year 6053, days for longer; the largest limit is 10^9.
 * The end of a ban is unsigned and fits until 2106.
 */
export const field = {
  /** The next slot of the chain, or the next free slot. */
  next: 0,
  hash: 1,
  /** The length of the id in bytes; 0 for a free slot. */
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
  /** The subject that the store has for this slot. Only the writer thread reads it. */
  storedLength: 17,
  stored: 18,
  words: 24,
} as const

/** The most chains of a table. With a million subjects each has about four. */
const maxChains = 2 ** 18

/** @param limit how many slots there can be */
export const tableLayout = (limit: number): TableLayout => {
  const chainCount = Math.min(maxChains, 2 ** Math.ceil(Math.log2(limit)))
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
