import { signal } from '../core/signal.ts'

/** The ids of the animals selected in a list. */
export const chosen = signal<ReadonlySet<bigint>>(new Set())

/** The animal that was selected last: the start of a range. */
let last: bigint | undefined

/** Selects exactly these animals. */
export const choose = (ids: Iterable<bigint>): void => {
  chosen.value = new Set(ids)
  last = undefined
}

/**
 * Selects or deselects an animal.
 *
 * @param ids the animals of the list, in its order
 * @param isRange whether to include those between the last selected one and this one
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
