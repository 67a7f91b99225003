import type { Resource } from '../resource.ts'
import {
  type Components,
  type Json,
  type JsonSchema,
  mapValues,
  withReferences,
} from './schemas.ts'

export const extension = { 'x-extension': true } as const

type Parts = Record<'entries' | 'pathItems' | 'parameters' | 'responses', Record<string, Json>>

/** What is sent to clients that receive messages: an entry for each type. Types of one schema share a path item. */
export const messageParts = (resources: readonly Resource[], schemas: Components): Parts => {
  const parts: Parts = { entries: {}, pathItems: {}, parameters: {}, responses: {} }
  const sent = resources.flatMap(({ name, messages = [] }) =>
    messages.map((message) => ({ tag: name, ...message })),
  )
  for (const { tag, schema, headers, answers } of sent) {
    const { title = '', properties } = schema as unknown as JsonSchema
    const types = properties?.['type']?.enum?.map(String) ?? []
    for (const type of types) parts.entries[type] = { $ref: `#/components/pathItems/${title}` }
    for (const [name, field] of Object.entries(headers.properties)) {
      const { description, ...rest } = field as Json
      const place = { name, in: 'header', required: true, ...extension }
      parts.parameters[name] = { ...place, description, schema: rest }
    }
    for (const [status, description] of Object.entries(answers))
      parts.responses[`Message.${status}`] = { description }
    const post = {
      operationId: `receive${title}`,
      tags: [tag],
      summary: `Receive ${types.join(', ')}`,
      security: [],
      parameters: Object.keys(headers.properties).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: withReferences(schema, schemas) } },
      },
      responses: mapValues(answers, (_, status) => ({
        $ref: `#/components/responses/Message.${status}`,
      })),
    }
    parts.pathItems[title] = { ...extension, post }
  }
  return parts
}
