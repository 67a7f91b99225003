import type { Category } from '../../../client/src/index.ts'
import { readInt64 } from '../core/int64.ts'

/** The number of the category that somebody named, in any case of letters, or whose number they typed. */
export const categoryId = (text: string, named: readonly Category[]): bigint | undefined => {
  const wanted = text.trim().toLowerCase()
  return named.find(({ name }) => name.toLowerCase() === wanted)?.id ?? readInt64(text)
}
