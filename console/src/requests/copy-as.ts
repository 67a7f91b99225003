import { plainStore } from '../../../client/src/plain.ts'
import { type Call, callName, start } from './call.ts'

/** A call as code to run elsewhere. It never contains the API key. */
export type Code = { readonly curl: string; readonly typescript: string }

/** Stands for the API key. The shell substitutes the variable. */
const keyVariable = '$PETSTORE_API_KEY'

/**
 * Writes a call as a `curl` command and as TypeScript for the client. It sends nothing: it captures the
 * request that a client with a stub `fetch` makes.
 *
 * @param isProduction adds a warning to a call that changes production
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
      // The client passes the URL as a string.
      curl = curlOf(input as string, init)
      return Response.error()
    },
  })
  // A client calls `fetch` synchronously, so the request is known already.
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
      // Only the key is in double quotes, in which a shell substitutes its variable.
      name === 'Authorization' ? `-H "${name}: ${value}"` : `-H ${shellWord(`${name}: ${value}`)}`,
    ),
    ...(typeof body === 'string' ? [`-d ${shellWord(body)}`] : []),
  ].join(' \\\n  ')

/** Text as one word of a POSIX shell. */
const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A value as a TypeScript literal. An int64 is written as a bigint with `n`, so it keeps every digit. */
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
