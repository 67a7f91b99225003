import type { Category } from '../../../client/src/index.ts'
import { readInt64 } from '../core/int64.ts'

/** A word, and what English makes of it for several. */
const formsOf = (word: string): readonly string[] => [
  word,
  `${word}s`,
  `${word}es`,
  word.replace(/y$/, 'ies'),
]

/**
 * The number of the category that somebody named, in any case of letters and for one or several ("dog" for Dogs), or
 * whose number they typed. A word that fits two categories names neither.
 */
export const categoryId = (text: string, named: readonly Category[]): bigint | undefined => {
  const wanted = text.trim().toLowerCase()
  const words = named.map(({ id, name }) => [id, name.toLowerCase()] as const)
  const exact = words.find(([, word]) => word === wanted)
  const [near, other] = words.filter(
    ([, word]) => formsOf(word).includes(wanted) || formsOf(wanted).includes(word),
  )
  return exact?.[0] ?? (other ? undefined : near?.[0]) ?? readInt64(text)
}
