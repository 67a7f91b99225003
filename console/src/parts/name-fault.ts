import { t } from '../core/language.ts'
const maxCharacters = 200

/** A message about what is wrong with a name, or undefined. The service has the same rules. */
export const nameFault = (name: string): string | undefined => {
  const length = Array.from(name).length
  if (name.trim() === '') return t('Enter a name.')
  if (length > maxCharacters) {
    return t('A name has at most {most} characters; this one has {length}.', {
      most: maxCharacters,
      length,
    })
  }
  return undefined
}

/** The same for a text that may be empty. @param most the maximum number of characters */
export const textFault = (text = '', most = maxCharacters): string | undefined => {
  if (text === '') return undefined
  if (text.trim() === '') return t('Type something, or leave it empty.')
  const length = Array.from(text).length
  return length > most
    ? t('It has at most {most} characters; this one has {length}.', { most, length })
    : undefined
}
