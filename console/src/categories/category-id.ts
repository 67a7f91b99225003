import type { Category } from '../../../client/src/index.ts'
import { plainText } from '../core/plain-text.ts'
import { readInt64 } from '../core/int64.ts'

/** A word, and its likely plurals in English, German, French and Spanish. */
const formsOf = (word: string): readonly string[] => [
  ...['', 's', 'es', 'e', 'n', 'en', 'x'].map((end) => word + end),
  word.replace(/y$/, 'ies'),
]

/** Normalizes a text for comparison with the names of categories. */
const comparable = (text: string): string => plainText(text.trim())

/**
 * The number of the category with this name or number. The name matches regardless of case, accents and
 * plural ("dog" for Dogs). A word that matches two categories selects neither.
 */
export const categoryId = (text: string, named: readonly Category[]): bigint | undefined => {
  const wanted = comparable(text)
  const words = named.map(({ id, name }) => [id, comparable(name)] as const)
  const exact = words.find(([, word]) => word === wanted)
  const [near, other] = words.filter(
    ([, word]) => formsOf(word).includes(wanted) || formsOf(wanted).includes(word),
  )
  return exact?.[0] ?? (other ? undefined : near?.[0]) ?? readInt64(text)
}

/** The edit distance: how many letters to change, add or remove to turn one word into the other. */
const distanceOf = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let y = 0; y < one.length; y += 1) {
    const next = [y + 1]
    for (let x = 0; x < other.length; x += 1)
      next.push(
        Math.min(
          (row[x + 1] ?? 0) + 1,
          (next[x] ?? 0) + 1,
          (row[x] ?? 0) + Number(one[y] !== other[x]),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** The name of the category that a misspelt word most likely means; undefined if several or none are likely. */
export const nearName = (text: string, named: readonly Category[]): string | undefined => {
  const wanted = comparable(text)
  const most = Math.min(2, Math.floor(wanted.length / 3))
  const near = named
    .map(({ name }) => ({
      name,
      distance: Math.min(...formsOf(wanted).map((form) => distanceOf(form, comparable(name)))),
    }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance)
  return near[0]?.distance === near[1]?.distance ? undefined : near[0]?.name
}
