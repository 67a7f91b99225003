/** The quality, in thousandths, of each media type that an error can have. */
type Qualities = { readonly json: number; readonly problem: number }

/**
 * Whether an `Accept` header (RFC 9110, 12.5.1) prefers problem details (RFC 9457) to plain JSON. It does not if the
 * header is missing or malformed, or gives both the same quality.
 *
 * @param accept several header fields, joined with commas
 */
export const prefersProblem = (accept: string | undefined): boolean => {
  if (accept === undefined) return false
  // Most callers send the same header each time.
  if (accept !== latest.accept) latest = { accept, isPreferred: isPreferred(readAccept(accept)) }
  return latest.isPreferred
}

let latest = { accept: '', isPreferred: false }

const isPreferred = (qualities: Qualities | undefined): boolean =>
  qualities !== undefined && qualities.problem > qualities.json

/**
 * Reads the whole header. Neither media type has parameters, so parameters of a range are parsed and ignored.
 *
 * @returns undefined if the header is malformed
 */
const readAccept = (accept: string): Qualities | undefined => {
  const reader = new Reader(accept)
  const json = new Match('application', 'json')
  const problem = new Match('application', 'problem+json')
  while (!reader.isAtEnd) {
    reader.skip(space)
    // A list may have empty elements (RFC 9110, 5.6.1).
    if (reader.skip(comma) || reader.isAtEnd) continue
    const range = readRange(reader)
    if (range === undefined) return undefined
    json.meet(range)
    problem.meet(range)
    if (!reader.isAtEnd && !reader.skip(comma)) return undefined
  }
  return { json: json.quality, problem: problem.quality }
}

/** A media range: `*` stands for any type, or for any subtype. */
type Range = { readonly type: string; readonly subtype: string; readonly quality: number }

const space = /[ \t]*/y
const comma = /,/y
const semicolon = /;/y
const name = /[\w!#$%&'*+.^`|~-]+/y
const slash = /\//y
const equals = /=/y
const quoted = /"(?:[^"\\]|\\.)*"/y
const weight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

const readRange = (reader: Reader): Range | undefined => {
  const type = reader.take(name)
  const subtype = reader.skip(slash) ? reader.take(name) : undefined
  if (type === undefined || subtype === undefined) return undefined
  let quality: number | undefined
  reader.skip(space)
  while (reader.skip(semicolon)) {
    reader.skip(space)
    const parameter = reader.take(name)
    // A parameter may be empty (RFC 9110, 5.6.6).
    if (parameter !== undefined) {
      const value = reader.skip(equals) ? (reader.take(name) ?? reader.take(quoted)) : undefined
      if (value === undefined) return undefined
      if (parameter.toLowerCase() === 'q') {
        if (quality !== undefined || !weight.test(value)) return undefined
        quality = Math.round(Number(value) * 1_000)
      }
    }
    reader.skip(space)
  }
  return {
    type: type.toLowerCase(),
    subtype: subtype.toLowerCase(),
    quality: quality ?? 1_000,
  }
}

/** The quality of one media type: that of the most specific range that matches it, and the highest of several. */
class Match {
  readonly #type: string
  readonly #subtype: string
  #specificity = -1
  /** Not acceptable, as long as no range matches. */
  quality = 0

  constructor(type: string, subtype: string) {
    this.#type = type
    this.#subtype = subtype
  }

  meet({ type, subtype, quality }: Range): void {
    const specificity = this.#specificityOf(type, subtype)
    if (specificity === -1 || specificity < this.#specificity) return
    this.quality = specificity === this.#specificity ? Math.max(quality, this.quality) : quality
    this.#specificity = specificity
  }

  #specificityOf(type: string, subtype: string): number {
    if (type === '*' && subtype === '*') return 0
    if (type !== this.#type) return -1
    if (subtype === '*') return 1
    return subtype === this.#subtype ? 2 : -1
  }
}

/** A cursor over a text. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  /** The match of a sticky pattern here, moving past it; undefined, without moving, if there is none. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    if (found !== undefined) this.#at += found.length
    return found
  }

  /** Whether a sticky pattern matches here; if so, moves past the match. */
  skip(pattern: RegExp): boolean {
    return this.take(pattern) !== undefined
  }
}
