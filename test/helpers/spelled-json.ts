/** A number as a JSON text spells it. */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A JSON value whose numbers keep their spelling. */
export type SpelledJson =
  | string
  | boolean
  | null
  | JsonNumber
  | readonly SpelledJson[]
  | { readonly [name: string]: SpelledJson }

/** Parses JSON and keeps how every number is spelled. */
export const parseSpelled = (text: string): SpelledJson =>
  JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? new JsonNumber(source) : value,
  ) as SpelledJson
