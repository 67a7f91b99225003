import type { Category } from '../../../client/src/index.ts'
import { plainText } from '../core/plain-text.ts'
import { readInt64 } from '../core/int64.ts'

/** A word, and what English, German, French and Spanish may make of it for several. */
const formsOf = (word: string): readonly string[] => [
  ...['', 's', 'es', 'e', 'n', 'en', 'x'].map((end) => word + end),
  word.replace(/y$/, 'ies'),
]

/** A text as it is compared with the names of categories. */
const comparable = (text: string): string => plainText(text.trim())

/**
 * The number of the category that somebody named, in any case of letters, without accents and for one or several ("dog" for Dogs), or
 * whose number they typed. A word that fits two categories names neither.
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

/** How many letters have to be changed, added or taken away to make one word of another. */
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

/** The name of the one category that a misspelt word most likely means; undefined if it may be several or none. */
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
