/** Cuts a text from outside to at most so many UTF-16 units, for a message. An ellipsis tells that it was longer. */
export const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text
