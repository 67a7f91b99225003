/** One environment variable: what it is for, its default, and how it is parsed. */
export type Variable<T> = {
  readonly description: string
  /** What stands for the default in `.env.example` and the docs, if not its text. */
  readonly shownDefault?: string
  readonly fallback: T
  /** What the variable takes, to end the sentence «… takes». */
  readonly takes: string
  /** Whether no message may show its value. */
  readonly isSecret?: true
  /** Returns undefined if the variable does not take the text. */
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
