const maxCharacters = 200

/** What is wrong with a name, in a sentence, or undefined. The service has the same rules. */
export const nameFault = (name: string): string | undefined => {
  const length = Array.from(name).length
  if (name.trim() === '') return 'Give a name.'
  if (length > maxCharacters) {
    return `A name has at most ${maxCharacters} characters; this one has ${length}.`
  }
  return undefined
}

/** The same of a text that may be empty. */
export const textFault = (text = ''): string | undefined =>
  text === ''
    ? undefined
    : text.trim() === ''
      ? 'Type something, or leave it empty.'
      : nameFault(text)?.replace(/^A name/, 'It')
