import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { bodyFaults } from './contract-body.ts'
import { valueFaults } from './contract-headers.ts'
import { messages } from './openapi.ts'

/** A message as a receiver of webhooks got it. */
type ReceivedMessage = {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The faults of a message by the `webhooks` of the OpenAPI document: its type, its media type, every header and the body. */
export const messageFaults = (message: ReceivedMessage): readonly string[] => {
  const { method = 'POST', headers, body } = message
  const type = typeOf(body)
  const documented = messages[type]
  if (documented === undefined) return [`the document has no message of the type ${type}`]
  const { parameters, body: schema = {} } = documented
  return [
    ...(method === 'POST' ? [] : [`the method is ${method}`]),
    ...parameters.flatMap(({ name, required, schema: wanted }) => {
      const value = headers[name]
      if (value === undefined) return required ? [`${name} is missing`] : []
      return valueFaults(name, String(value), wanted)
    }),
    ...(headers['content-type'] === 'application/json'
      ? bodyFaults(body, schema)
      : [`Content-Type is ${headers['content-type']}`]),
  ]
}

/** @throws AssertionError naming all that the message and the document do not agree in */
export const judgeMessage = (message: ReceivedMessage): void => {
  const faults = messageFaults(message).join('\n- ')
  assert.equal(
    faults,
    '',
    `A message breaks the contract:\n- ${faults}\n${message.body.slice(0, 500)}`,
  )
}

const typeOf = (body: string): string => {
  try {
    return String(JSON.parse(body).type)
  } catch {
    return 'none'
  }
}
