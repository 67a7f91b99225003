/** One thing that is wrong. `field` is undefined if the whole input is wrong. */
export type Fault = {
  readonly field: string | undefined
  readonly problem: string
  /** The place inside a field that contains others: `address.street`, `tags[2]`. */
  readonly at?: string
}

/** The source of the input: a JSON value, or plain text. */
export type Source = 'json' | 'text'

const maxShownLength = 40

/** Quotes a piece of the input for a message: on one line and of bounded length. */
export const shown = (token: string, source: Source): string => {
  const start = token.slice(0, maxShownLength + 1)
  const quoted = source === 'json' ? start : JSON.stringify(start)
  const oneLine = quoted.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  if (oneLine.length <= maxShownLength) return oneLine
  // Do not cut a surrogate pair in half.
  const cut = oneLine.slice(0, maxShownLength).replace(/[\ud800-\udbff]$/, '')
  return cut.startsWith('"') ? `${cut}…"` : `${cut}…`
}

/** A fault inside a value, as a fault of the value's field. */
export const faultWithin = (field: string, { problem, field: inner, at }: Fault): Fault => {
  const place = at ?? (inner === undefined ? '' : `.${fieldName(inner)}`)
  if (place === '') return { field, problem }
  const separator = place.startsWith('[') || place.startsWith('.') ? '' : '.'
  return { field, problem, at: `${fieldName(field)}${separator}${place}` }
}

/** A fault inside an item of an array, as a fault of the array. */
export const faultOfItem = (index: number, { problem, field, at }: Fault): Fault => {
  const place = at ?? (field === undefined ? '' : fieldName(field))
  const separator = place === '' || place.startsWith('[') ? '' : '.'
  return { field: undefined, problem, at: `[${index}]${separator}${place}` }
}

const maxNamedFaults = 25

/** All faults in one sentence: `name is required; status must be one of available, …`. */
export const describeFaults = (faults: readonly Fault[]): string => {
  const named = faults.slice(0, maxNamedFaults).map(({ field, problem, at }) => {
    const place = at ?? (field === undefined ? undefined : fieldName(field))
    return place === undefined ? problem : `${place} ${problem}`
  })
  const rest = faults.length - named.length
  if (rest > 0) named.push(`and ${rest} more faults`)
  const sentence = named.join('; ')
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}

const plainName = /^[A-Za-z_][\w-]{0,63}$/

const fieldName = (name: string): string => (plainName.test(name) ? name : shown(name, 'text'))
