import { dateTimeFault, dateTimeFromText } from '../core/date-time.ts'
import { int64FromJson, int64FromText, type Int64Fault } from '../core/int64.ts'
import { type Fault, shown, type Source } from './faults.ts'
import type { FieldSchema } from './field-schema.ts'
import { textOf } from './json-object.ts'

/** A value, or its faults: of the whole, or inside it. */
export type ValueReading =
  | { readonly value: unknown }
  | { readonly problem: string }
  | { readonly faults: readonly Fault[] }

/** Reads a value from its spelling. */
export type ValueReader = (token: string) => ValueReading

export const compileDateTime = (
  { maxLength = Infinity }: FieldSchema,
  source: Source,
): ValueReader => {
  const wanted =
    'must be a date-time of RFC 3339, to the millisecond, like 2026-11-20T12:00:00.000Z'
  return (token) => {
    const isString = source === 'text' || token.startsWith('"')
    const text = source === 'json' && isString ? (JSON.parse(token) as string) : token
    const value = isString && text.length <= maxLength ? dateTimeFromText(text) : undefined
    if (value !== undefined) return { value }
    const fault = isString && text.length <= maxLength ? dateTimeFault(text) : undefined
    const why = fault === undefined ? '' : `, which ${fault}`
    return { problem: `${wanted}, not ${shown(token, source)}${why}` }
  }
}

const shortCount = /^[1-9]\d{0,8}$/

export const compileInteger = (field: FieldSchema, source: Source): ValueReader => {
  const { minimum, maximum, format } = field
  if (minimum === undefined || maximum === undefined) {
    throw new Error('An integer needs its bounds in the schema.')
  }
  const wanted = `must be an integer from ${minimum} to ${maximum}`
  const parse: (token: string) => bigint | Int64Fault =
    source === 'json' ? int64FromJson : int64FromText
  const isCounted = source === 'text' && format === 'int32'
  return (token) => {
    // Most numbers in a query are short and need no bigint.
    if (isCounted && shortCount.test(token)) {
      const count = Number(token)
      if (count >= minimum && count <= maximum) return { value: count }
    }
    const value = parse(token)
    if (typeof value === 'string' || value < minimum || value > maximum) {
      return { problem: `${wanted}, not ${shown(token, source)}` }
    }
    return { value: format === 'int64' ? value : Number(value) }
  }
}

export const compileString = (field: FieldSchema, source: Source): ValueReader => {
  const { minLength = 0, maxLength = Infinity } = field
  const choices = field.enum?.filter((choice) => choice !== null)
  const pattern = field.pattern === undefined ? undefined : new RegExp(field.pattern, 'u')
  const rule = field['x-pattern-rule'] ?? 'the form that the schema gives, and no lone surrogate'
  const wanted = choices === undefined ? 'must be a string' : oneOf(choices)
  return (token) => {
    if (source === 'json' && token.charCodeAt(0) !== 0x22) {
      return { problem: `${wanted}, not ${shown(token, source)}` }
    }
    const value = source === 'json' ? textOf(token) : token
    if (choices !== undefined) {
      return choices.includes(value)
        ? { value }
        : { problem: `${wanted}, not ${shown(token, source)}` }
    }
    // Code points are counted only if the number of UTF-16 units is out of bounds.
    if (value.length < minLength || value.length > maxLength) {
      const length = codePoints(value)
      if (length < minLength || length > maxLength) {
        const upTo = maxLength === Infinity ? 'or more' : `to ${maxLength}`
        const bounds = `${wanted} of ${minLength} ${upTo} characters`
        return { problem: `${bounds}, not of ${length}` }
      }
    }
    // Only an escape in JSON can make a lone surrogate. Not every pattern can exclude it, so the document says so in words.
    const isText = source === 'text' || value.isWellFormed()
    return isText && (pattern === undefined || pattern.test(value))
      ? { value }
      : { problem: `must have ${rule}` }
  }
}

const oneOf = (choices: readonly string[]): string =>
  choices.length === 1 ? `must be ${choices[0]}` : `must be one of ${choices.join(', ')}`

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}
