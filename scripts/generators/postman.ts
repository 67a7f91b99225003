/** The parts of the OpenAPI document that a collection is made from. */
type Document = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: ReadonlyArray<{ readonly url: string; readonly description: string }>
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
type PathItem = Readonly<Record<string, Operation>> & { readonly parameters?: readonly Parameter[] }
type Reference = { readonly $ref?: string }
type Example = string | number | boolean
type Schema = Reference & {
  readonly examples?: ReadonlyArray<Example | readonly Example[]>
  readonly enum?: readonly string[]
  readonly items?: Schema
}
type Parameter = Reference & {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
}
type Media = { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
type Operation = {
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Makes a Postman collection (format 2.1) with one request for each operation, in a folder for each tag, with
 * the examples of the OpenAPI document. Optional parameters are included but disabled.
 *
 * @param openapi the document, as JSON
 */
export const postmanCollection = (openapi: string): string => {
  const { info, servers, tags, paths, components }: Document = JSON.parse(openapi)

  const resolved = <Value extends Reference>(value: Value): Value => {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref ?? '') ?? []
    return value.$ref === undefined ? value : (components[kind]?.[name] as Value)
  }

  /** The example of a query parameter. The values of a list are joined with commas. */
  const exampleOf = (schema: Schema): string => {
    const { examples, enum: choices, items } = resolved(schema)
    const example = examples?.[0] ?? choices?.[0] ?? (items ? exampleOf(items) : '')
    return [example].flat().join(',')
  }

  const shown = ({ name, required, description, schema }: Parameter) => {
    const value = name === 'Idempotency-Key' ? '{{$guid}}' : exampleOf(schema)
    return { key: name, value, description, ...(!required && { disabled: true }) }
  }

  const requestOf = (path: string, method: string, item: PathItem) => {
    const { summary, description, parameters = [], requestBody } = item[method] as Operation
    const all = [...(item.parameters ?? []), ...parameters].map(resolved)
    const of = (place: Parameter['in']) => all.filter((each) => each.in === place).map(shown)
    const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
    const [example] = Object.values(media?.examples ?? {})
    const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
    return {
      name: summary,
      request: {
        method: method.toUpperCase(),
        description,
        header: [
          ...(type === undefined ? [] : [{ key: 'Content-Type', value: type }]),
          ...of('header'),
        ],
        url: {
          raw: `{{baseUrl}}/${segments}`,
          host: ['{{baseUrl}}'],
          path: segments.split('/'),
          query: of('query'),
          variable: of('path'),
        },
        ...(type !== undefined && {
          body: type.startsWith('image/')
            ? { mode: 'file', file: { src: null } }
            : { mode: 'raw', raw: JSON.stringify(example?.value, null, 2) },
        }),
      },
    }
  }

  const requestsOf = (tag: string) =>
    Object.entries(paths).flatMap(([path, item]) =>
      methods
        .filter((method) => item[method]?.tags.includes(tag))
        .map((method) => requestOf(path, method, item)),
    )

  // Requests should be tried in staging.
  const { url } = servers.find(({ description }) => description.startsWith('Staging')) ?? {
    url: '',
  }
  return `${JSON.stringify(
    {
      info: {
        name: info.title,
        description:
          'Set apiKey, and baseUrl if the service is elsewhere. Generated from openapi.json.',
        version: info.version,
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
      variable: [
        { key: 'baseUrl', value: url },
        { key: 'apiKey', value: '' },
      ],
      item: tags.map(({ name, description }) => ({ name, description, item: requestsOf(name) })),
    },
    null,
    1,
  )}\n`
}
