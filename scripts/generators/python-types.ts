import { withFieldsInPlace } from './inline-fields.ts'

/** The part of JSON Schema that the API uses. */
type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: ReadonlyArray<string | null>
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
}

const head = `# Generated from openapi.json by scripts/generators/python-types.ts; npm run generate makes it anew.
"""The bodies that the service takes and answers with."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union
`

const scalars: Readonly<Record<string, string>> = {
  integer: 'int',
  string: 'str',
  boolean: 'bool',
  null: 'None',
  number: 'float',
}

const nameOf = (ref: string): string => ref.replace(/^.*\//, '')

/**
 * Writes the schemas of the OpenAPI document as types of Python 3.9, which has no \`NotRequired\`: an object with optional
 * fields is two classes.
 *
 * @param openapi the document, as JSON
 */
export const pythonTypes = (
  openapi: string,
  baseUrls: Readonly<Record<'production' | 'staging', string>>,
): string => {
  const { components } = withFieldsInPlace(openapi) as {
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  }
  const classes: string[] = []
  const typeOf = (schema: Schema, name: string): string => {
    if (schema.$ref !== undefined) return nameOf(schema.$ref)
    if (schema.anyOf !== undefined) {
      return `Union[${schema.anyOf.map((each, at) => typeOf(each, `${name}${at}`)).join(', ')}]`
    }
    if (schema.enum !== undefined) {
      return `Literal[${schema.enum.map((each) => (each === null ? 'None' : JSON.stringify(each))).join(', ')}]`
    }
    if (schema.items !== undefined) return `List[${typeOf(schema.items, `${name}Item`)}]`
    if (schema.properties !== undefined) return classFor(schema, name)
    const { additionalProperties: members } = schema
    const member = typeof members === 'object' ? typeOf(members, `${name}Member`) : 'Any'
    const types: typeof scalars = { ...scalars, object: `Dict[str, ${member}]` }
    const names = [schema.type ?? []].flat().map((type) => types[type] ?? 'Any')
    return names.length > 1 ? `Union[${names.join(', ')}]` : (names[0] ?? 'Any')
  }
  const classFor = ({ description, properties = {}, required = [] }: Schema, name: string) => {
    const fields = Object.entries(properties).map(([field, schema]) => ({
      field,
      type: typeOf(schema, name + field.charAt(0).toUpperCase() + field.slice(1)),
      isRequired: required.includes(field),
    }))
    const lines = (wanted: boolean): string =>
      fields
        .filter(({ isRequired }) => isRequired === wanted)
        .map(({ field, type }) => `    ${field}: ${type}\n`)
        .join('')
    const text = description === undefined ? '' : `    """${description.split('\n')[0]}"""\n\n`
    const [always, sometimes] = [lines(true), lines(false)]
    if (always === '' || sometimes === '') {
      const total = sometimes === '' ? '' : ', total=False'
      classes.push(`class ${name}(TypedDict${total}):\n${text}${always}${sometimes}`)
    } else {
      classes.push(`class _${name}(TypedDict):\n${always}`)
      classes.push(`class ${name}(_${name}, total=False):\n${text}${sometimes}`)
    }
    return name
  }
  const aliases: string[] = []
  for (const [name, schema] of Object.entries(components.schemas)) {
    if (schema.properties !== undefined) classFor(schema, name)
    else aliases.push(`${name} = ${typeOf(schema, name)}\n`)
  }
  const urls = Object.entries(baseUrls).map(([name, url]) => `    "${name}": "${url}",\n`)
  // An alias is evaluated when the module is loaded, so lists of aliases come last.
  const sorted = aliases.toSorted(
    (one, other) => Number(one.includes('= List[')) - Number(other.includes('= List[')),
  )
  return `${head}\nBASE_URLS: Dict[str, str] = {\n${urls.join('')}}\n"""The base address of each environment."""\n\n\n${classes.join('\n\n')}\n\n${sorted.join('')}`
}
