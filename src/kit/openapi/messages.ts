import type { Message } from '../resource.ts'
import { type Components, type Json, mapValues, withReferences } from './schemas.ts'

export const extension = { 'x-extension': true } as const

export const messageParameters = (messages: readonly Message[]): Json =>
  Object.fromEntries(
    messages
      .flatMap(({ headers }) => Object.entries(headers.properties))
      .map(([name, field]) => {
        const { description, ...schema } = field as Json
        return [name, { name, in: 'header', required: true, ...extension, description, schema }]
      }),
  )

/** What is sent to a client that receives messages, by their type. */
export const messagesOf = (messages: readonly Message[], tag: string, schemas: Components): Json =>
  Object.fromEntries(
    messages.map(({ type, schema, headers, answers }) => {
      const name = type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) =>
        letter.toUpperCase(),
      )
      const about = 'description' in schema ? String(schema.description) : ''
      const post = {
        operationId: `receive${name}`,
        ...extension,
        tags: [tag],
        summary: `Receive ${type}`,
        description: `${about} The \`type\` is \`${type}\`.`.trim(),
        security: [],
        parameters: Object.keys(headers.properties).map((header) => ({
          $ref: `#/components/parameters/${header}`,
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: withReferences(schema, schemas) } },
        },
        responses: mapValues(answers, (description) => ({ description })),
      }
      return [type, { ...extension, post }]
    }),
  )
