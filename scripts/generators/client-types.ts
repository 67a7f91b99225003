import { readFileSync } from 'node:fs'
import { withFieldsInPlace } from './inline-fields.ts'
import { redirectTypeScript } from './typescript-6.ts'

/** The part of a schema in the OpenAPI document that the generators read. */
type Schema = {
  readonly type?: string
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}
type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema }
type Operation = { readonly parameters: ReadonlyArray<Parameter | { readonly $ref: string }> }
type Document = {
  readonly openapi: string
  readonly info: unknown
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

const mark = (source: string): string =>
  `// Generated from openapi.json by ${source}; npm run generate makes it anew.\n`

/** Writes the types of the client from the schemas of the OpenAPI document. An int64 becomes a bigint. */
export const clientTypes = async (openapi: string): Promise<string> => {
  redirectTypeScript()
  const { default: openapiTypes, astToString } = await import('openapi-typescript')
  const { default: typescript } = await import('typescript-6')
  const { factory, SyntaxKind } = typescript
  const {
    openapi: version,
    info,
    components: { schemas },
  } = withFieldsInPlace(openapi) as Document
  const syntax = await openapiTypes(
    JSON.stringify({ openapi: version, info, components: { schemas } }),
    {
      immutable: true,
      defaultNonNullable: false,
      transform: ({ type, format }, { path = '' }) => {
        if (format === 'int64') {
          const int64 = factory.createKeywordTypeNode(SyntaxKind.BigIntKeyword)
          const none = factory.createLiteralTypeNode(factory.createNull())
          return [type].flat().includes('null') ? factory.createUnionTypeNode([int64, none]) : int64
        }
        // Any string besides the known ones: a plain `string` would hide these from editors' completion.
        return type === 'string' && path.includes('/anyOf/')
          ? factory.createParenthesizedType(
              factory.createIntersectionTypeNode([
                factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
                factory.createTypeLiteralNode([]),
              ]),
            )
          : undefined
      },
    },
  )
  // Removes `@description`: a docstring begins with its description, and editors and typedoc would show the tag.
  const text = astToString(syntax).replaceAll('@description ', '')
  return `${mark('openapi-typescript')}\n${text}`
}

/** The properties of a schema and of all schemas nested in it. */
const propertiesWithin = (schema: Schema): ReadonlyArray<readonly [string, Schema]> => {
  const own = Object.entries(schema.properties ?? {})
  const items = schema.items === undefined ? [] : propertiesWithin(schema.items)
  return [...own, ...items, ...own.flatMap(([, property]) => propertiesWithin(property))]
}

/** Writes the facts that the client needs at run time. */
export const clientFacts = (
  openapi: string,
  baseUrls: Readonly<Record<string, string>>,
): string => {
  const { paths, components } = withFieldsInPlace(openapi) as Document
  const properties = Object.values(components.schemas).flatMap(propertiesWithin)
  const own = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => operation.parameters)
    .filter((parameter) => 'name' in parameter)
  // Header parameters are not JSON fields, and their values are small.
  const sent = [...own, ...Object.values(components.parameters)].filter(
    (parameter) => parameter.in !== 'header',
  )
  const named = [...properties, ...sent.map(({ name, schema }) => [name, schema] as const)]
  const integers = named
    .map(([name, schema]) => [name, schema.items ?? schema] as const)
    .filter(([, { type }]) => type === 'integer')
  const names = (isInt64: boolean): ReadonlySet<string> =>
    new Set(
      integers.flatMap(([name, { format }]) => ((format === 'int64') === isInt64 ? name : [])),
    )
  // The client recognizes an int64 only by the name of its field.
  for (const name of names(true).intersection(names(false))) {
    throw new Error(`The integers called ${name} are int64 in one place and not in another.`)
  }
  const inQuery = Object.values(paths)
    .flatMap(({ get }) => [get?.parameters ?? []])
    .map((parameters) =>
      parameters.flatMap((one) => {
        const { name, in: place } =
          'name' in one ? one : (components.parameters[one.$ref.split('/').at(-1) ?? ''] ?? {})
        return place === 'query' && name !== undefined ? name : []
      }),
    )
  const listed = new Set(
    inQuery
      .filter((all) => all.includes('cursor'))
      .flat()
      .toSorted(),
  )
  const { version } = JSON.parse(
    readFileSync(new URL('../../client/package.json', import.meta.url), 'utf8'),
  )
  return `${mark('scripts/generators/client-types.ts')}
/** The version of this client. */
export const version = ${JSON.stringify(version)}

/** The base address of each environment. */
export const baseUrls = ${JSON.stringify(baseUrls, null, 2)} as const

/** The fields that hold an int64, in whatever object, and the parameters that are one. */
export const int64Fields: ReadonlySet<string> = new Set(
  ${JSON.stringify([...names(true)].join(' '))}.split(' '),
)

/** The parameters of the lists. */
export const queryNames: readonly string[] =
  ${JSON.stringify([...listed].join(' '))}.split(' ')
`
}
