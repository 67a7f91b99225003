import { InvalidArgumentError, Option } from 'commander'
import type { TSchema } from 'typebox'
import { type FieldSchema, isNullable, kindOf } from '../../kit/field-schema.ts'

/** A schema with typed keywords: its author wrote them with these types. */
type Field = FieldSchema & { readonly description?: string; readonly examples?: readonly unknown[] }

export type Fields = {
  readonly properties: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[] | undefined
  readonly maxProperties?: number
}

/** Reads the text of an option or argument. For a repeated option, `before` is the value read so far. */
type Reader = (text: string, before?: unknown) => unknown

/** `isInFile` is set if the option names a file that contains the text. */
export type FieldOption = {
  readonly field: string
  readonly option: Option
  readonly isInFile?: true
}

/** Returns an option for each field that is not in `without`, and one to remove it if it may be null. `own` replaces flags. */
export const fieldOptions = (
  { properties, required = [] }: Fields,
  own: Readonly<Record<string, string | Option>>,
  without: readonly string[],
): readonly FieldOption[] =>
  Object.entries(properties).flatMap(([field, schema]) => {
    if (without.includes(field)) return []
    const { [field]: flags = `--${dashed(field.replace(/Id$/, ''))}` } = own
    if (flags instanceof Option) return { field, option: flags }
    const { value, about, read, choices } = describeField(field, schema)
    if (field === 'secret') {
      // All users of a machine can read the arguments of its programs.
      const option = new Option('--secret-file <file>', `a file, or - for standard input: ${about}`)
      return { field, option, isInFile: true }
    }
    const option = new Option(`${flags} <${value}>`, about)
    if (read !== undefined) option.argParser(read)
    if (choices !== undefined) option.choices(choices)
    if (required.includes(field)) option.makeOptionMandatory()
    const removal = new Option(`--no-${dashed(field)}`, 'removes it')
    return (isNullable(schema) ? [option, removal] : [option]).map((each) => ({
      field,
      option: each,
    }))
  })

type Description = {
  /** The placeholder for its value in the help. */
  readonly value: string
  readonly about: string
  readonly read?: Reader
  readonly choices?: readonly string[]
}

export const describeField = (name: string, schema: TSchema): Description => {
  const { enum: words, description = '', items } = schema as Field
  const [sentence = ''] = description.split(/[.:] (?=[A-Z\d])|[.]$/)
  const about = (sentence[0]?.toLowerCase() ?? '') + sentence.slice(1).replaceAll('`', '')
  switch (kindOf(name, schema)) {
    case 'integer':
      return { value: 'n', about, read: readInteger }
    case 'choice':
      return { value: name, about, choices: words?.filter((word) => word !== null) ?? [] }
    case 'string':
    case 'date-time':
      return { value: 'text', about }
    case 'array': {
      if (items === undefined) break
      const { choices, read = String } = describeField(name, items)
      const readAll: Reader = (text) => text.split(',').map((each) => read(each))
      return choices === undefined
        ? { value: 'list', about: `${about}, separated by commas`, read: readAll }
        : {
            value: 'list',
            about: `${about}, separated by commas: ${choices.join(', ')}`,
            read: readWords(choices),
          }
    }
    case 'map':
      return {
        value: 'name=text',
        about: `${about}, one at a time; name= removes one`,
        read: readMember,
      }
    case 'object':
  }
  throw new Error(`No option of the command line has a value for ${name}.`)
}

/** Returns the parameters or fields that the options set: null for a field to remove. */
export const valuesOf = (
  fields: readonly FieldOption[],
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap(({ field, option }) => {
      const value = options[option.attributeName()]
      return value === undefined ? [] : [[field, value === false ? null : value]]
    }),
  )

/** Returns an example value of a field as somebody would type it. */
export const exampleOf = (schema: TSchema): string => {
  const [example = ''] = (schema as Field).examples ?? []
  const text = [example].flat().join()
  return /^[\w.,:/@-]+$/.test(text) ? text : `"${text}"`
}

export const readInteger = (text: string): bigint => {
  if (/^-?\d{1,19}$/.test(text)) return BigInt(text)
  throw new InvalidArgumentError('It takes an integer of 64 bits.')
}

const readMember: Reader = (text, before) => {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined)
    throw new InvalidArgumentError('It takes a name and a text, like diet=hay.')
  return { ...(typeof before === 'object' && before), [name]: value === '' ? null : value }
}

export const readCount = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It takes a whole number from 1 on.')
}

export const readWords =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): readonly Word[] =>
    text.split(',').map((each) => {
      const word = words.find((candidate) => candidate === each)
      if (word !== undefined) return word
      throw new InvalidArgumentError(
        `It takes one or more of ${words.join(', ')}, separated by commas.`,
      )
    })

/** `shelf-number` for `shelfNumber`. */
export const dashed = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
