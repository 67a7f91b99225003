import { Option } from 'commander'
import type { TObject, TSchema } from 'typebox'
import { type FieldSchema, isNullable, kindOf } from '../api/field-schema.ts'
import { type Headings, parseInteger } from './remote.ts'

/** The fields of a resource on the command line: options and columns, made from its schemas. */

/**
 * An option for each field of a body, and one that removes it where the body may have null.
 *
 * @param flags those of fields whose option is not their name
 */
export const fieldOptions = (
  body: TObject,
  flags: Readonly<Record<string, string>> = {},
): readonly Option[] =>
  Object.entries(body.properties).flatMap(([name, schema]) => {
    const flag = flags[name] ?? `--${kebab(name)}`
    const option = optionOf(flag, name, schema)
    if (body.required?.includes(name)) option.makeOptionMandatory()
    const removal = new Option(`--no-${kebab(name)}`, 'removes it')
    return isNullable(schema) ? [option, removal] : [option]
  })

const optionOf = (flag: string, name: string, schema: TSchema): Option => {
  // The author of the schema typed its keywords.
  const { enum: choices = [], description = '' } = schema as FieldSchema & { description?: string }
  const [sentence = ''] = description.split(/[.] (?=[A-Z])|[.]$/)
  const about = (sentence[0]?.toLowerCase() ?? '') + sentence.slice(1).replaceAll('`', '')
  switch (kindOf(name, schema)) {
    case 'integer':
      return new Option(`${flag} <n>`, about).argParser(parseInteger)
    case 'choice':
      return new Option(`${flag} <${name}>`, about).choices(choices.filter((each) => each !== null))
    case 'string':
    case 'date-time':
      return new Option(`${flag} <text>`, about)
    case 'array':
    case 'object':
      throw new Error(`No option of the command line has a value for ${name}.`)
  }
}

/** The body that options give: null for a field that is to be removed. */
export const bodyOf = (
  body: TObject,
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.keys(body.properties).flatMap((name) =>
      options[name] === undefined ? [] : [[name, options[name] === false ? null : options[name]]],
    ),
  )

/**
 * A heading for each field of a resource: its name in capitals.
 *
 * @param words those of fields that have another one
 * @param last the field whose texts are long
 */
export const headingsOf = (
  { properties }: TObject,
  last: string,
  words: Readonly<Record<string, string>> = {},
): Headings => {
  const names = Object.keys(properties).filter((name) => name !== last)
  const heading = (name: string): string =>
    words[name] ?? kebab(name).replaceAll('-', ' ').toUpperCase()
  return Object.fromEntries([...names, last].map((name) => [name, heading(name)]))
}

/** `shelf-number` for `shelfNumber`. */
const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
