#!/usr/bin/env node
import { writeExact } from './exact-json.ts'
import { PetStore } from './pet-store.ts'
import type { EventType } from './types.ts'

/** The part of Node that this program uses. */
type Process = {
  readonly argv: readonly string[]
  readonly stdout: { write(text: string): void }
  readonly stderr: { write(text: string): void }
  exitCode: number | undefined
}
const { process } = globalThis as unknown as { readonly process: Process }

const usage = `Usage:
  petstore-client listen --forward-to URL [--types pet.created,order.placed] [--secret whsec_…]
  petstore-client sample TYPE --to URL [--secret whsec_…]

listen posts each event of the log to URL, signed as a webhook is; sample posts one message of a type.
The API key comes from PETSTORE_API_KEY, the base address from PETSTORE_BASE_URL or the key.
`

/** A mistake in the command line; the message says what would be right. */
class UsageError extends Error {}

const prefix = 'whsec_'

/** Posts a message as the service does (Standard Webhooks 1.0), and prints the outcome. */
const post = async (
  url: string,
  secret: string,
  message: { readonly id: string; readonly type: string; readonly body: string },
): Promise<void> => {
  const { id, type, body } = message
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const bytes = Uint8Array.from(atob(secret.slice(prefix.length)), (char) => char.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  const outcome = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
    },
    body,
  }).then(
    ({ status }) => String(status),
    (error: unknown) => `no answer (${String(Object(error).cause ?? error)})`,
  )
  process.stdout.write(`${type} ${id}: ${outcome}\n`)
}

const listen = async (url: string, secret: string, types: string | undefined): Promise<void> => {
  const store = new PetStore()
  const { lastEventId: after } = await store.usage()
  const options = types === undefined ? {} : { types: types.split(',') as EventType[] }
  for await (const event of store.events({ after, ...options, follow: true }))
    await post(url, secret, { id: `evt_${event.id}`, type: event.type, body: writeExact(event) })
}

/** The part of a schema that is needed to make an example. */
type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}
type PathItem = {
  readonly $ref?: string
  readonly post?: {
    readonly requestBody: { readonly content: Record<string, { schema: Schema }> }
  }
}
type Document = {
  readonly webhooks: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly pathItems: Readonly<Record<string, PathItem>>
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

const sampleOf = (schema: Schema, schemas: Document['components']['schemas']): unknown => {
  const { $ref, type, enum: choices, const: fixed, examples, anyOf, required = [] } = schema
  if ($ref !== undefined) return sampleOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  const [first] = anyOf ?? []
  if (first !== undefined) return sampleOf(first, schemas)
  const [example = fixed ?? choices?.[0]] = examples ?? []
  if (example !== undefined) return example
  if (type === 'array') return []
  if (type !== 'object') return type === 'string' ? 'text' : 1
  const { properties = {} } = schema
  return Object.fromEntries(
    required.map((name) => [name, sampleOf(properties[name] ?? {}, schemas)]),
  )
}

const sample = async (type: string, url: string, secret: string): Promise<void> => {
  const { baseUrl } = new PetStore()
  const response = await fetch(new URL('openapi.json', baseUrl))
  const { webhooks, components } = (await response.json()) as Document
  const own = Object.hasOwn(webhooks, type) ? webhooks[type] : undefined
  const item = components.pathItems[own?.$ref?.split('/').at(-1) ?? '']
  const schema = item?.post?.requestBody.content['application/json']?.schema
  if (schema === undefined)
    throw new UsageError(`Unknown type: ${type}. Use one of ${Object.keys(webhooks).join(', ')}.`)
  const message = sampleOf(schema, components.schemas) as Readonly<Record<string, unknown>>
  const id = message['id'] === undefined ? 'ping_1' : `evt_${Number(message['id'])}`
  const timestamp = new Date().toISOString()
  await post(url, secret, { id, type, body: JSON.stringify({ ...message, type, timestamp }) })
}

const urlOf = (name: string, text: string | undefined): string => {
  if (text !== undefined && /^https?:\/\/[^/]/.test(text)) return text
  throw new UsageError(`${name} must be an http or https URL.`)
}

/** The options of each command; each takes a value. */
const optionsOf = new Map([
  ['listen', ['--forward-to', '--types', '--secret']],
  ['sample', ['--to', '--secret']],
])

const main = async ([command = '', ...words]: readonly string[]): Promise<void> => {
  if (command === '--help' || words.includes('--help')) return process.stdout.write(usage)
  const options = optionsOf.get(command) ?? []
  const given = command === 'sample' && !words[0]?.startsWith('--') ? words.slice(1) : words
  const wrong = given.find((word, at) => at % 2 === 0 && !options.includes(word))
  if (options.length > 0 && wrong !== undefined)
    throw new UsageError(`Unknown option: ${wrong}. ${command} takes ${options.join(', ')}.`)
  const option = (name: string): string | undefined => {
    const at = words.indexOf(`--${name}`)
    return at === -1 ? undefined : words[at + 1]
  }
  const random = crypto.getRandomValues(new Uint8Array(24))
  const secret = option('secret') ?? prefix + btoa(String.fromCharCode(...random))
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(secret))
    throw new UsageError('--secret must be whsec_ followed by base64.')
  const begin = (): void => process.stdout.write(`Secret: ${secret}\n`)
  if (command === 'listen') {
    const url = urlOf('--forward-to', option('forward-to'))
    begin()
    await listen(url, secret, option('types'))
  } else if (command === 'sample' && words[0]?.startsWith('--') === false) {
    const url = urlOf('--to', option('to'))
    begin()
    await sample(words[0], url, secret)
  } else {
    throw new UsageError(usage)
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
