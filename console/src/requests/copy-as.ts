import { BarePetStore } from '../../../client/src/index.ts'
import { type Call, callName, start } from './call.ts'

/** A call as code that somebody can run elsewhere. The key is never in it. */
export type Code = { readonly curl: string; readonly typescript: string }

/** Stands for the key. It passes the client's check, and the shell fills in the variable. */
const keyVariable = '$PETSTORE_API_KEY'

/**
 * Writes what a call sends as a `curl` command and as TypeScript of the client. It sends nothing:
 * a client without a network makes the request, and this reads it.
 *
 * @param isProduction marks a call that changes something of production
 */
export const codeOf = async (call: Call, baseUrl: string, isProduction: boolean): Promise<Code> => {
  let curl = ''
  let method = 'GET'
  const store = new BarePetStore({
    apiKey: keyVariable,
    baseUrl,
    fetch: (input, init = {}) => {
      method = init.method ?? 'GET'
      // The client gives the address as text.
      curl = curlOf(input as string, init)
      return Promise.reject(new Error('Nothing is sent.'))
    },
  })
  await start(store, call).catch(() => undefined)
  const warning = isProduction && method !== 'GET' ? 'changes production' : undefined
  return {
    curl: warning === undefined ? curl : `# ${warning}\n${curl}`,
    typescript: [
      ...(warning === undefined ? [] : [`// ${warning}`]),
      "import { PetStore } from 'petstore-client'",
      '',
      `const store = new PetStore({ baseUrl: ${literal(baseUrl)} })`,
      `await store.${callName(call)}(${call.args.map(literal).join(', ')})`,
    ].join('\n'),
  }
}

const curlOf = (url: string, init: RequestInit): string => {
  const headers = Object.entries(init.headers ?? {}).map(([name, value]) =>
    // Only the key is between double quotes, in which a shell fills in its variable.
    name === 'Authorization' ? `"${name}: ${value}"` : shellWord(`${name}: ${value}`),
  )
  return [
    `curl${init.method === 'GET' ? '' : ` -X ${init.method}`} ${shellWord(url)}`,
    ...headers.map((header) => `-H ${header}`),
    ...(typeof init.body === 'string' ? [`-d ${shellWord(init.body)}`] : []),
  ].join(' \\\n  ')
}

/** Text as one word of a POSIX shell. */
const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A value as TypeScript. An int64 is written with its `n`, and so keeps every digit. */
export const literal = (value: unknown): string => {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string')
    return `'${JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
      .replaceAll("'", String.raw`\'`)}'`
  if (value instanceof Date) return `new Date('${value.toISOString()}')`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && !(member instanceof AbortSignal))
    .map(([name, member]) => `${name}: ${literal(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
