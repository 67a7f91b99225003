import { t } from '../core/language.ts'
import { PreconditionError } from '../../../client/src/index.ts'

/** The texts of the fields of a thing; one that is missing is empty. */
export type Texts<Name extends string> = Readonly<Record<Name, string>>

/** The fields as somebody saw them, with the tag of that state. */
export type SeenTexts<Name extends string> = {
  readonly texts: Texts<Name>
  readonly etag: string | undefined
}

/** The texts of some fields of a thing. */
export const textsOf = <Name extends string>(
  words: Readonly<Record<Name, string>>,
  thing: Readonly<Partial<Record<NoInfer<Name>, string>>>,
): Texts<Name> =>
  // It has each of them.
  Object.fromEntries(
    Object.keys(words).map((name) => [name, thing[name as Name] ?? '']),
  ) as Texts<Name>

/** How the texts of a thing are read and written. */
type Place<Name extends string> = {
  readonly words: Readonly<Record<Name, string>>
  /** Writes fields; null removes one. */
  readonly write: (
    patch: Readonly<Record<string, string | null>>,
    ifMatch: string | undefined,
  ) => Promise<void>
  readonly read: () => Promise<SeenTexts<Name>>
  /** How a text is told to somebody; without it, as it is. */
  readonly shown?: (name: Name, text: string) => string
}

/**
 * Saves the texts of a form. What others wrote meanwhile in other fields stays.
 *
 * @param seen what somebody saw when they began
 * @returns what is there now, with a sentence, if others wrote in the same fields, and nothing was saved
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
  // What was told without a tag is read first.
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
  const fault = t('Someone else wrote meanwhile {what}. Save again to put yours in its place.', {
    what,
  })
  return { now, fault }
}
