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
export const messageEntries: Readonly<Record<string, Entry>> = Object.fromEntries(
  Object.entries(plainDocument.webhooks).map(([type, item]) => [type, resolve(item) as Entry]),
)

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

/**
 * Checks the messages that come over a connection, each once all of it is there. A message that breaks off is none.
 *
 * @param tell hears what is wrong with one
 * @returns takes the next bytes
 */
export const judgeBytes = (tell: (fault: unknown) => void): ((bytes: Buffer) => void) => {
  let left = Buffer.alloc(0)
  return (bytes) => {
    left = Buffer.concat([left, bytes])
    for (;;) {
      const [head = '', rest] = left.toString('latin1').split('\r\n\r\n', 2)
      // Other bytes, like those of TLS, are no message.
      const [, method] = /^([A-Z]+) \S+ HTTP\/1\.1\r\n/.exec(head) ?? []
      if (method === undefined || rest === undefined) return
      const headers = Object.fromEntries(
        head
          .split('\r\n')
          .slice(1)
          .map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]),
      )
      const start = head.length + 4
      const end = start + Number(headers['content-length'] ?? 0)
      if (left.length < end) return
      judgeAndTell({ method, headers, body: left.toString('utf8', start, end) }, tell)
      left = left.subarray(end)
    }
  }
}

/** Checks a message, and tells what is wrong with it. */
export const judgeAndTell = (message: ReceivedMessage, tell: (fault: unknown) => void): void => {
  try {
    judgeMessage(message)
  } catch (fault) {
    tell(fault)
  }
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
