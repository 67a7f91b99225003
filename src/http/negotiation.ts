/** A name in a list like `Accept`, and its weight in thousandths. */
type Weighted = { readonly name: string; readonly weight: number }

const token = String.raw`[\w!#$%&'*+.^\`|~-]+`
const parameter = String.raw`(${token})=(${token}|"(?:[^"\\]|\\.)*")`
/** One element with its comma, in linear time. Elements and parameters may be empty (RFC 9110, 5.6). */
const element = new RegExp(
  String.raw`[ \t]*(?:(${token}(?:/${token})?)[ \t]*((?:;[ \t]*(?:${parameter}[ \t]*)?)*))?(?:,|$)`,
  'y',
)
const parameters = new RegExp(String.raw`;[ \t]*${parameter}`, 'g')
const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** Reads a list of weighted names (RFC 9110, 12.4.2), in lower case; undefined if any part of the list is malformed. */
const weightedNames = (header: string): readonly Weighted[] | undefined => {
  const found: Weighted[] = []
  element.lastIndex = 0
  while (element.lastIndex < header.length) {
    const [matched, name, rest = ''] = element.exec(header) ?? []
    if (matched === undefined) return undefined
    if (name === undefined) continue
    const weights = [...rest.matchAll(parameters)].filter(([, key]) => key?.toLowerCase() === 'q')
    const [, , weight = '1'] = weights[0] ?? []
    if (weights.length > 1 || !qvalue.test(weight)) return undefined
    found.push({ name: name.toLowerCase(), weight: Math.round(Number(weight) * 1_000) })
  }
  return found
}

/**
 * Whether an `Accept` header (RFC 9110, 12.5.1) prefers a type to plain JSON. It does not if the header is missing or
 * malformed, or gives both the same weight.
 */
export const prefers = (type: string, accept: string | undefined): boolean => {
  if (accept === undefined) return false
  // Most callers send the same header each time.
  if (accept !== latest.accept || type !== latest.type) {
    latest = { type, accept, isPreferred: isPreferred(type, accept) }
  }
  return latest.isPreferred
}

let latest = { type: '', accept: '', isPreferred: false }

const isPreferred = (type: string, accept: string): boolean => {
  const ranges = weightedNames(accept)
  if (ranges === undefined || ranges.some(({ name }) => !name.includes('/'))) return false
  return weightOf(type, ranges) > weightOf('application/json', ranges)
}

/** The weight of a media type: that of the most specific range that matches it, and the highest of several. */
const weightOf = (type: string, ranges: readonly Weighted[]): number => {
  for (const range of [type, type.replace(/[/].*/, '/*'), '*/*']) {
    const weights = ranges.filter(({ name }) => name === range).map(({ weight }) => weight)
    if (weights.length > 0) return Math.max(...weights)
  }
  return 0
}

/** The codings of a page. If a client weighs two alike, it gets the first. */
const codings = ['br', 'gzip', 'identity'] as const
export type Coding = (typeof codings)[number]

/** The coding that an `Accept-Encoding` prefers (RFC 9110, 12.5.3); `identity` if the header is malformed. */
export const codingFor = (header: string | readonly string[] = ''): Coding => {
  const weights = new Map(
    weightedNames(String(header))?.map(({ name, weight }) => [name.replace(/^x-/, ''), weight]),
  )
  const weigh = (coding: Coding): number =>
    // Unless the client says otherwise, `identity` is better than nothing.
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? 0.5 : 0)
  const [best = 'identity'] = codings.toSorted((one, other) => weigh(other) - weigh(one))
  return weigh(best) > 0 ? best : 'identity'
}
