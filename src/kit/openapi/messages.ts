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
    messages.map((message) => [
      message.type,
      { ...extension, post: messageObject(message, tag, schemas) },
    ]),
  )

const messageObject = (
  { type, schema, headers, answers }: Message,
  tag: string,
  schemas: Components,
): Json => ({
  operationId: `receive${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
  ...extension,
  tags: [tag],
  summary: `Receive ${type}`,
  description:
    `${'description' in schema ? String(schema.description) : ''} The \`type\` is \`${type}\`.`.trim(),
  security: [],
  parameters: Object.keys(headers.properties).map((name) => ({
    $ref: `#/components/parameters/${name}`,
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: withReferences(schema, schemas) } },
  },
  responses: mapValues(answers, (description) => ({ description })),
})
