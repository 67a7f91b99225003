declare global {
  interface JSON {
    /** ES2026: the reviver gets the spelling of a value. TypeScript's library does not have it yet. */
    parse(
      text: string,
      reviver: (
        this: unknown,
        name: string,
        value: unknown,
        context: { source?: string },
      ) => unknown,
    ): unknown
  }
}

/** An animal as received, with exact integers. */
type ExactPet = {
  readonly id: bigint
  readonly name: string
  readonly categoryId: bigint
  readonly status: string
}

/** Parses JSON with exact integers, as bigint. */
export const parseExactly = (text: string): unknown =>
  JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? BigInt(source) : value,
  )

/** The animals in the body of an answer. */
export const exactPets = (text: string): readonly ExactPet[] =>
  parseExactly(text) as readonly ExactPet[]

/** A number as a JSON text spells it. */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Parses JSON; its numbers are of the class `JsonNumber`. */
export const parseSpelled = (text: string): unknown =>
  JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? new JsonNumber(source) : value,
  )
