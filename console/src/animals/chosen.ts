import { signal } from '../core/signal.ts'

/** The animals of a list that somebody has chosen, by their numbers. */
export const chosen = signal<ReadonlySet<bigint>>(new Set())

/** The animal that was chosen last: where a range begins. */
let last: bigint | undefined

/** Chooses these animals alone. */
export const choose = (ids: Iterable<bigint>): void => {
  chosen.value = new Set(ids)
  last = undefined
}

/**
 * Chooses an animal, or leaves it out again.
 *
 * @param ids the animals of the list, in its order
 * @param isRange whether those between the last one and this one follow it
 */
export const toggle = (ids: readonly bigint[], id: bigint, isRange: boolean): void => {
  const from = isRange && last !== undefined ? ids.indexOf(last) : -1
  const to = ids.indexOf(id)
  const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
  const isNow = !chosen.value.has(id)
  const others = [...chosen.value].filter((each) => !range.includes(each))
  chosen.value = new Set(isNow ? [...others, ...range] : others)
  last = id
}
