import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { bodyFaults } from './contract-body.ts'
import { plainDocument, resolve, type Schema } from './openapi.ts'

/** A message as a receiver of webhooks got it. */
export type ReceivedMessage = {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Parameter = {
  readonly $ref?: string
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

type Entry = {
  readonly post: {
    readonly parameters: readonly Parameter[]
    readonly requestBody: {
      readonly content: Readonly<Record<string, { readonly schema: Schema }>>
    }
  }
}

/** The entries of `webhooks` in the document, by the type of the message. */
export const messageEntries: Readonly<Record<string, Entry>> = plainDocument.webhooks

/**
 * Checks a message against the `webhooks` of the OpenAPI document: its type, its media type, every header and the body.
 *
 * @throws AssertionError naming all that the message and the document do not agree in
 */
export const judgeMessage = ({ method = 'POST', headers, body }: ReceivedMessage): void => {
  const faults = faultsOf(method, headers, body)
  assert.ok(
    faults.length === 0,
    `A message breaks the contract:\n- ${faults.join('\n- ')}\n${body.slice(0, 500)}`,
  )
}

const faultsOf = (
  method: string,
  headers: IncomingHttpHeaders,
  body: string,
): readonly string[] => {
  const type = typeOf(body)
  const entry = messageEntries[type]
  if (entry === undefined) return [`the document has no message of the type ${type}`]
  const { parameters, requestBody } = entry.post
  const content = requestBody.content[headers['content-type'] ?? '']
  return [
    ...(method === 'POST' ? [] : [`the method is ${method}`]),
    ...parameters.map(resolve).flatMap((parameter) => headerFaults(parameter, headers)),
    ...(content === undefined
      ? [`Content-Type is ${headers['content-type']}`]
      : bodyFaults(body, content.schema)),
  ]
}

const typeOf = (body: string): string => {
  try {
    return String(JSON.parse(body).type)
  } catch {
    return 'none'
  }
}

const headerFaults = (
  { name, required, schema }: Parameter,
  headers: IncomingHttpHeaders,
): readonly string[] => {
  const value = headers[name]
  if (value === undefined) return required ? [`${name} is missing`] : []
  const text = String(value)
  const { type, pattern, maxLength = Infinity, maximum = Infinity } = schema
  const fits =
    type === 'integer'
      ? /^\d+$/.test(text) && Number(text) <= maximum
      : pattern !== undefined && new RegExp(pattern, 'u').test(text) && text.length <= maxLength
  return fits ? [] : [`${name} is ${text}`]
}
