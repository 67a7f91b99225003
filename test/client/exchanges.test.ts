import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operationsOf } from '../../src/kit/resource.ts'
import { petstore } from '../../src/resources/index.ts'
import { ApiError, BanError, Lab, PermissionError, Team } from '../../client/src/index.ts'
import { TestClock } from '../helpers/app.ts'
import { fastClient, type FaultyServer, startFaultyServer } from '../helpers/client.ts'
import { needs } from '../helpers/needs.ts'
import type { ExchangeCase, SentRequest } from './exchange-case.ts'
import { exchanges } from './exchanges.ts'

type Outcome = {
  /** As JSON, digit for digit. */
  readonly result?: string
  readonly error?: ExchangeCase['error'] & { readonly classes: readonly string[] }
  readonly waits: readonly number[]
}

/** A client that makes the call of a case. */
type Client = (baseUrl: string, each: ExchangeCase) => Promise<Outcome>

const typescript: Client = async (
  baseUrl,
  { call, args = [], options = {}, client = {}, times = 1 },
) => {
  const { store, waits } = fastClient({ baseUrl, ...client }, new TestClock(0))
  const [method = '', resource] = call.split('.').toReversed()
  const part = (name: string): unknown =>
    name === 'team' ? new Team(store) : name === 'lab' ? new Lab(store) : Reflect.get(store, name)
  const owner = (resource === undefined ? store : part(resource)) as object
  const make = Reflect.get(owner, method) as (...all: readonly unknown[]) => unknown
  try {
    const give = (): unknown => make.apply(owner, [...args, options].map(exact))
    for (let earlier = 1; earlier < times; earlier += 1) {
      await Promise.resolve(give()).catch(() => undefined)
    }
    const given = give()
    const result = isList(given) ? await Array.fromAsync(given) : await given
    return { waits: seconds(waits), result: JSON.stringify(result ?? null) }
  } catch (error) {
    assert.ok(error instanceof Error)
    const api = error instanceof ApiError ? error : undefined
    return {
      waits: seconds(waits),
      error: {
        class: error.name,
        classes: classesOf(error),
        message: error.message,
        ...(api && { code: api.code, status: api.status }),
        ...(api?.requestId !== undefined && { requestId: api.requestId }),
        ...(error.cause instanceof Error && { cause: error.cause.name }),
        ...(api?.retryAfter !== undefined && { retryAfter: api.retryAfter }),
        ...(error instanceof PermissionError && { missingScope: error.missingScope ?? '' }),
        ...(error instanceof BanError && { endsAt: error.endsAt?.toISOString() ?? '' }),
      },
    }
  }
}

const seconds = (waits: readonly number[]): readonly number[] => waits.map((each) => each / 1_000)

const isList = (given: unknown): given is AsyncIterable<unknown> =>
  typeof given === 'object' && given !== null && Symbol.asyncIterator in given

const classesOf = (error: object): readonly string[] => {
  const names: string[] = []
  for (let type = error.constructor; type !== Error; type = Object.getPrototypeOf(type)) {
    names.push(type.name)
  }
  return [...names, Error.name]
}

/** Turns `{ int64 }` into a bigint, and `{ bytes }` (of Latin-1) into bytes, at any depth. */
const exact = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(exact)
  if (typeof value !== 'object' || value === null) return value
  if ('int64' in value) return BigInt(String(value.int64))
  if ('bytes' in value) return Buffer.from(String(value.bytes), 'latin1')
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, exact(each)]))
}

const driver = fileURLToPath(new URL('../../python/tests/exchange.py', import.meta.url))

const driven =
  needs('python3') === false
    ? spawn('python3', [driver], { stdio: ['pipe', 'pipe', 'inherit'] })
    : undefined
after(() => driven?.stdin.end())
const outcomes = driven && createInterface({ input: driven.stdout })[Symbol.asyncIterator]()

const python: Client = async (baseUrl, each) => {
  driven?.stdin.write(`${JSON.stringify({ ...each, baseUrl })}\n`)
  const outcome = await outcomes?.next()
  return JSON.parse(String(outcome?.value)) as Outcome
}

for (const [language, client, skip] of [
  ['TypeScript', typescript, false],
  ['Python', python, needs('python3')],
] as const) {
  for (const each of exchanges) {
    test(`${language}: ${each.name}`, { skip }, async (t) => {
      const { requests, baseUrl } = await startFaultyServer(t, ...each.steps)
      const outcome = await client(baseUrl, each)
      const wanted = each.requests.map(wholeOf)
      assert.deepEqual(
        requests.map((request, at) => shownAs(request, wanted[at])),
        wanted,
      )
      assert.deepEqual(outcome.waits, each.waits ?? [])
      assert.equal(outcome.result, each.result)
      const { class: name, ...facts } = each.error ?? {}
      if (name === undefined) return
      const { error } = outcome
      assert.ok(error !== undefined && error.classes.includes(name), `it threw ${error?.class}`)
      for (const [fact, value] of Object.entries(facts)) {
        assert.equal(Reflect.get(error, fact), value, fact)
      }
    })
  }
}

type WholeRequest = Exclude<SentRequest, string>

const wholeOf = (said: SentRequest): WholeRequest =>
  typeof said === 'string' ? { line: said } : said

/** What a case says of a request, of the request that came. */
const shownAs = (
  { method, url = '', headers: sent, body: whole }: FaultyServer['requests'][number],
  { line = '', headers, body }: Partial<WholeRequest> = {},
): WholeRequest => {
  const came = `${method} ${url.replace(/^\/v1/, '')}`
  return {
    // A case that names no query leaves it open.
    line: line.includes('?') ? came : (came.split('?')[0] ?? ''),
    ...(headers && {
      headers: Object.fromEntries(
        Object.keys(headers).map((name) => [name, sent[name]?.toString() ?? null]),
      ),
    }),
    ...(body !== undefined && { body: whole }),
  }
}

test('the exchanges that both clients are held to have every operation', () => {
  const lines = exchanges.flatMap(({ requests }) => requests.map((each) => wholeOf(each).line))
  const missing = operationsOf(petstore).filter(({ method, path }) => {
    // Every id of the exchanges has a digit, and no other part of a path has one.
    const pattern = path.replaceAll(/\{\w+\}/g, '[^/?]*\\d[^/?]*')
    return !lines.some((line) => new RegExp(`^${method} ${pattern}(?:$|\\?)`).test(line))
  })
  assert.equal(missing.map(({ id }) => id).join(), '')
})
