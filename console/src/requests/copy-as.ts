import { plainStore } from '../../../client/src/plain.ts'
import { type Call, callName, start } from './call.ts'

/** A call as code that somebody can run elsewhere. The key is never in it. */
export type Code = { readonly curl: string; readonly typescript: string }

/** Stands for the key. The shell fills in the variable. */
const keyVariable = '$PETSTORE_API_KEY'

/**
 * Writes what a call sends as a `curl` command and as TypeScript of the client. It sends nothing:
 * a client without a network makes the request, and this reads it.
 *
 * @param isProduction marks a call that changes something of production
 */
export const codeOf = (call: Call, baseUrl: string, isProduction: boolean): Code => {
  let curl = ''
  let method = 'GET'
  const store = plainStore({
    apiKey: keyVariable,
    baseUrl,
    attemptTimeout: 1_000,
    fetch: async (input, init = {}) => {
      method = init.method ?? 'GET'
      // The client gives the address as text.
      curl = curlOf(input as string, init)
      return Response.error()
    },
  })
  // A client makes its request before it waits for anything.
  start(store, call)
    .withResponse()
    .catch(() => undefined)
  const warning = (comment: string): string =>
    isProduction && method !== 'GET' ? `${comment} changes production\n` : ''
  return {
    curl: warning('#') + curl,
    typescript: `${warning('//')}import { PetStore } from 'petstore-client'

const store = new PetStore({ baseUrl: ${literal(baseUrl)} })
await store.${callName(call)}(${call.args.map(literal).join(', ')})`,
  }
}

const curlOf = (url: string, { method, headers = {}, body }: RequestInit): string =>
  [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${shellWord(url)}`,
    ...Object.entries(headers).map(([name, value]) =>
      // Only the key is between double quotes, in which a shell fills in its variable.
      name === 'Authorization' ? `-H "${name}: ${value}"` : `-H ${shellWord(`${name}: ${value}`)}`,
    ),
    ...(typeof body === 'string' ? [`-d ${shellWord(body)}`] : []),
  ].join(' \\\n  ')

/** Text as one word of a POSIX shell. */
const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A value as TypeScript. An int64 is written with its `n`, and so keeps every digit. */
export const literal = (value: unknown): string => {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') {
    const escaped = JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
    return `'${escaped.replaceAll("'", String.raw`\'`)}'`
  }
  if (value instanceof Date) return `new Date(${literal(value.toISOString())})`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : `${name}: ${literal(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
