import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { elementsOf, membersOf as spelledMembersOf } from '../kit/tokens.ts'
import type { Json } from '../kit/openapi/schemas.ts'

/** An error of JSON-RPC, and the HTTP status of its answer. */
export type Fault = { readonly status: number; readonly error: Json }

export const fault = (code: number, message: string, status = 400, data?: object): Fault => ({
  status,
  error: { code, message, data },
})

/** Wrong parameters in a valid message. */
export const unfit = (message: string, data?: object) => fault(-32_602, message, 200, data)

/** A request or, without an id, a notification. */
export type Message = {
  readonly id: string | number | undefined
  readonly method: string
  readonly params: Json
  /** The capabilities of the client; undefined in the revisions with `initialize`. */
  readonly can: Json | undefined
  readonly wrong: Fault | undefined
}

const stateless = '2026-07-28'
/** The revisions of the protocol with `initialize`, the preferred one first. */
export const legacy: readonly string[] = ['2025-11-25', '2025-06-18']
export const versions = [stateless, ...legacy]

export const unread = (message: string, status = 400, code = -32_600): Message => {
  const wrong = fault(code, message, status)
  return { id: undefined, method: '', params: {}, can: undefined, wrong }
}

export const readMessage = (bytes: Uint8Array, headers: IncomingHttpHeaders): Message => {
  let value: unknown
  try {
    value = JSON.parse(isUtf8(bytes) ? String(bytes) : '')
  } catch {
    return unread('The body is not JSON in UTF-8.', 400, -32_700)
  }
  if (isDeeper(value, maxDepth)) return unread(`The body has more than ${maxDepth} levels.`)
  const twice = repeatedName(String(bytes).trim())?.slice(0, 40)
  if (twice !== undefined) return unread(`${JSON.stringify(twice)} is given more than once.`)
  const { jsonrpc, id, method, params = {} } = membersOf(value)
  const isMarked = id === undefined || typeof id === 'string' || typeof id === 'number'
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isMarked || !isObject(params))
    return unread(notMessage)
  const wrong = versionFault(headers, method, params)
  const can = membersOf(params['_meta'])[capabilities]
  return { id, method, params, can: isObject(can) ? can : undefined, wrong }
}

const capabilities = 'io.modelcontextprotocol/clientCapabilities'
const version = 'io.modelcontextprotocol/protocolVersion'

/** Returns what is wrong with the revision of a message, or with the headers that repeat its body; undefined if nothing is. */
const versionFault = (headers: IncomingHttpHeaders, method: string, params: Json) => {
  const { [version]: asked, [capabilities]: can } = membersOf(params['_meta'])
  const header = headers['mcp-protocol-version']
  const isLegacy = asked === undefined && header !== stateless && method !== 'server/discover'
  if (!isLegacy && (typeof asked !== 'string' || !isObject(can)))
    return fault(-32_602, `params._meta must have ${version} and ${capabilities}.`)
  const { name, uri = name } = params
  const isNamed = /^(?:tools\/call|resources\/read|prompts\/get)$/.test(method)
  const repeated = { 'mcp-method': method, ...(isNamed && { 'mcp-name': uri }) }
  const all = { 'mcp-protocol-version': asked, ...(asked === stateless && repeated) }
  const unlike = Object.entries(all).find(([field, text]) => decoded(headers[field]) !== text)
  if (!isLegacy && unlike) return fault(-32_020, `The header ${unlike[0]} differs from the body.`)
  const requested = asked ?? header ?? legacy[0]
  const data = { supported: versions, requested }
  const isSpoken = (isLegacy ? legacy : [stateless]).some((each) => each === requested)
  return isSpoken
    ? undefined
    : fault(-32_022, `Use protocol version ${versions.join(' or ')}.`, 400, data)
}

/** Returns the text of a header, which may be encoded in Base64. */
const decoded = (header: string | string[] | undefined): unknown => {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(String(header)) ?? []
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString()
}

const notMessage =
  'The body must be one message of JSON-RPC 2.0, not a batch: "jsonrpc": "2.0", a method, params that are an object, and an id that is a string or a number.'

const maxDepth = 32

/** Whether objects and arrays are nested deeper than `depth`. It does not recurse, so no depth overflows the stack. */
const isDeeper = (value: unknown, depth: number): boolean => {
  let level = [value]
  for (let at = 0; at <= depth; at += 1) {
    level = level.flatMap((each) => (typeof each === 'object' ? Object.values(each ?? {}) : []))
  }
  return level.length > 0
}

/** Returns the first name that an object has twice, at any depth, since parsers differ in which one counts. */
const repeatedName = (token: string): string | undefined => {
  const members = token.startsWith('{') ? spelledMembersOf(token) : []
  const within = token.startsWith('[') ? elementsOf(token) : members.map((each) => each.token)
  const names = new Set<string>()
  const twice = members.find(({ name }) => names.size === names.add(name).size)
  return twice?.name ?? within.map(repeatedName).find((name) => name !== undefined)
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the members of an object; none for any other value. */
export const membersOf = (value: unknown): Json => (isObject(value) ? value : {})
