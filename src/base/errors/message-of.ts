export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** Returns the code of a system error, like `ENOENT`; undefined if there is none. */
export const codeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined

/** Cuts a text from outside to a number of UTF-16 units, for a message. An ellipsis shows the cut. */
export const shorten = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max)}…` : text
