/** One environment variable: what it is for, its default, and how it is parsed. */
export type Variable<T> = {
  readonly description: string
  /** How `.env.example` and the docs show the default, if not as its text. */
  readonly shownDefault?: string
  readonly fallback: T
  /** The accepted values, as the end of a sentence: «… takes». */
  readonly takes: string
  /** Whether its value is secret, so that no message may show it. */
  readonly isSecret?: true
  /** Returns undefined if the text is not valid. */
  readonly parse: (text: string) => T | undefined
}

export const wholeNumber = (text: string, minimum: number, maximum: number): number | undefined => {
  if (!/^\d{1,10}$/.test(text)) return undefined
  const value = Number(text)
  return value >= minimum && value <= maximum ? value : undefined
}

export const count = (
  description: string,
  fallback: number,
  [minimum, maximum]: readonly [minimum: number, maximum: number],
): Variable<number> => ({
  description,
  fallback,
  takes: `a whole number from ${minimum} to ${maximum}`,
  parse: (text) => wholeNumber(text, minimum, maximum),
})

export const choice = <const T extends string>(
  description: string,
  choices: readonly T[],
  fallback: T,
): Variable<T> => ({
  description,
  fallback,
  takes: choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`,
  parse: (text) => choices.find((each) => each === text),
})

export const share = (description: string): Variable<number> => ({
  description,
  fallback: 1,
  takes: 'a number from 0 to 1, like 0.01',
  parse: (text) => (/^(?:0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(text) ? Number(text) : undefined),
})

export const million = [1, 1_000_000] as const
