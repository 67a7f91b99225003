import { redirectTypeScript } from './typescript-6.ts'

/** A JSON value of the OpenAPI document, as far as the generators look into it. */
type Schema = {
  readonly type?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
}
type Document = {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const mark = (source: string): string =>
  `// Generated from openapi.json by ${source}; npm run generate makes it anew.\n`

/**
 * The types of the client, from the OpenAPI document: int64 is bigint, except in headers, which the
 * client reads as the small numbers that they are.
 */
export const clientTypes = async (openapi: string): Promise<string> => {
  redirectTypeScript()
  const { default: openapiTypes, astToString } = await import('openapi-typescript')
  const { default: typescript } = await import('typescript-6')
  const syntax = await openapiTypes(openapi, {
    immutable: true,
    defaultNonNullable: false,
    transform: (schema, { path = '' }) =>
      schema.format === 'int64' && !path.includes('/headers/')
        ? typescript.factory.createKeywordTypeNode(typescript.SyntaxKind.BigIntKeyword)
        : undefined,
  })
  // A docstring begins with its description; editors and typedoc show a tag of that name as a tag.
  const text = astToString(syntax).replaceAll('@description ', '')
  return `${mark('openapi-typescript')}\n${text}`
}

/** What the client must know when it runs. */
export const clientFacts = (
  openapi: string,
  baseUrls: Readonly<Record<string, string>>,
): string => {
  const { components }: Document = JSON.parse(openapi)
  const fields = Object.values(components.schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, { format }]) => (format === 'int64' ? [name] : [])),
  )
  return `${mark('scripts/generators/client-types.ts')}
/** The base address of each environment. */
export const baseUrls = ${JSON.stringify(baseUrls, null, 2)} as const

/** The fields that hold an int64, in whatever object. */
export const int64Fields: ReadonlySet<string> = new Set(${JSON.stringify([...new Set(fields)])})
`
}
