import { t } from '../core/language.ts'
import { PreconditionError } from '../../../client/src/index.ts'

/** The text of each field; empty for a missing one. */
export type Texts<Name extends string> = Readonly<Record<Name, string>>

/** The fields as they were read, with the ETag of that state. */
export type SeenTexts<Name extends string> = {
  readonly texts: Texts<Name>
  readonly etag: string | undefined
}

/** Reads the texts of some fields of an object. */
export const textsOf = <Name extends string>(
  words: Readonly<Record<Name, string>>,
  thing: Readonly<Partial<Record<NoInfer<Name>, string>>>,
): Texts<Name> =>
  // The object has every field.
  Object.fromEntries(
    Object.keys(words).map((name) => [name, thing[name as Name] ?? '']),
  ) as Texts<Name>

/** How the texts are read and written. */
type Place<Name extends string> = {
  readonly words: Readonly<Record<Name, string>>
  /** Writes fields; null removes a field. */
  readonly write: (
    patch: Readonly<Record<string, string | null>>,
    ifMatch: string | undefined,
  ) => Promise<void>
  readonly read: () => Promise<SeenTexts<Name>>
  /** How a text is shown; by default as it is. */
  readonly shown?: (name: Name, text: string) => string
}

/**
 * Saves the texts of a form. What others have since written in other fields stays.
 *
 * @param seen the state that the form began with
 * @returns undefined if saved; otherwise others wrote in the same fields: the current state, and a message
 */
export const saveTexts = async <Name extends string>(
  place: Place<Name>,
  seen: SeenTexts<Name>,
  texts: Texts<Name>,
  from = seen,
): Promise<{ readonly now: SeenTexts<Name>; readonly fault: string } | undefined> => {
  const { words, write, read, shown = (_, text) => text } = place
  const unlike = (other: Texts<Name>) =>
    (Object.keys(words) as Name[]).filter((name) => seen.texts[name] !== other[name])
  const mine = unlike(texts)
  // A state without an ETag is read again first.
  if (from !== seen || seen.etag !== undefined)
    try {
      const patch = Object.fromEntries(mine.map((name) => [name, texts[name] || null]))
      await write(patch, from.etag)
      return undefined
    } catch (error) {
      if (!(error instanceof PreconditionError)) throw error
    }
  const now = await read()
  const both = unlike(now.texts).filter((name) => mine.includes(name))
  if (both.length === 0) return await saveTexts(place, seen, texts, now)
  const what = both
    .map((name) => `${words[name]}: ${shown(name, now.texts[name]) || t('nothing')}`)
    .join(', ')
  const fault = t('Somebody else has since written {what}. Save again to replace it with yours.', {
    what,
  })
  return { now, fault }
}
