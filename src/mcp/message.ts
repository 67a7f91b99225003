import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { Json } from '../kit/openapi/schemas.ts'

/** An error of JSON-RPC, and the status of its answer. */
export type Fault = { readonly status: number; readonly error: Json }

export const fault = (code: number, message: string, status = 400, data?: object): Fault => ({
  status,
  error: { code, message, data },
})

/** Parameters that are wrong, though the message is right. */
export const unfit = (message: string, data?: object) => fault(-32_602, message, 200, data)

/** A request or, without an id, a notification. */
export type Message = {
  readonly id: string | number | undefined
  readonly method: string
  readonly params: Json
  /** What the client can do; undefined in the revisions with `initialize`. */
  readonly can: Json | undefined
  /** What is wrong with it. */
  readonly wrong: Fault | undefined
}

const stateless = '2026-07-28'
/** The revisions with `initialize`, the preferred one first. */
export const legacy: readonly string[] = ['2025-11-25', '2025-06-18']
export const versions = [stateless, ...legacy]

/** Reads the body of a POST. */
export const readMessage = (bytes: Uint8Array, headers: IncomingHttpHeaders): Message | Fault => {
  let value: unknown
  try {
    value = JSON.parse(isUtf8(bytes) ? String(bytes) : '')
  } catch {
    return fault(-32_700, 'The body is not JSON in UTF-8.')
  }
  const { jsonrpc, id, method, params = {} } = membersOf(value)
  const isMarked = id === undefined || typeof id === 'string' || typeof id === 'number'
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isMarked || !isObject(params))
    return fault(-32_600, 'The body must be one message of JSON-RPC 2.0, and no batch.')
  const wrong = versionFault(headers, method, params)
  const can = membersOf(params['_meta'])[capabilities]
  return { id, method, params, can: isObject(can) ? can : undefined, wrong }
}

const capabilities = 'io.modelcontextprotocol/clientCapabilities'
const version = 'io.modelcontextprotocol/protocolVersion'

/** What is wrong with the revision of a message, or with the headers that repeat its body. */
const versionFault = (headers: IncomingHttpHeaders, method: string, params: Json) => {
  const header = headers['mcp-protocol-version']
  const { [version]: asked, [capabilities]: can } = membersOf(params['_meta'])
  const isLegacy = asked === undefined && header !== stateless && method !== 'server/discover'
  const requested = asked ?? header ?? legacy[0]
  if (!isLegacy && (typeof asked !== 'string' || !isObject(can)))
    return fault(-32_602, `params._meta must have ${version} and ${capabilities}.`)
  const { name, uri } = params
  const isNamed = /^(?:tools\/call|resources\/read|prompts\/get)$/.test(method)
  const repeated = { 'mcp-method': method, ...(isNamed && { 'mcp-name': name ?? uri }) }
  const all = { 'mcp-protocol-version': asked, ...(asked === stateless && repeated) }
  const [unlike] =
    Object.entries(all).find(([field, text]) => decoded(headers[field]) !== text) ?? []
  if (!isLegacy && unlike !== undefined)
    return fault(-32_020, `The header ${unlike} must say what the body says.`)
  return (isLegacy ? legacy : [stateless]).some((each) => each === requested)
    ? undefined
    : fault(-32_022, `The versions are ${versions.join(', ')}.`, 400, {
        supported: versions,
        requested,
      })
}

/** The text of a header, which may be in Base64. */
const decoded = (header: string | string[] | undefined): unknown => {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(String(header)) ?? []
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString()
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object; none of anything else. */
export const membersOf = (value: unknown): Json => (isObject(value) ? value : {})
