import { hash } from 'node:crypto'
import type { Caller } from '../base/wire-request.ts'
import type { TSchema } from 'typebox'
import { wireLimits } from '../base/limits.ts'
import { isBytes, Type } from '../base/schema/type.ts'
import type { Awaitable } from '../base/awaitable.ts'
import type { Clock } from '../base/clock.ts'
import { type Refusal, refusal } from '../base/errors/api-error.ts'
import type { ErrorCode } from '../base/errors/catalogue.ts'
import {
  headerLine,
  type HeaderLines,
  joinLines,
  noLines,
  unsafeHeaderLines,
} from '../base/headers.ts'
import { fingerprintOf, keyOfHeader, RunningKeys } from '../base/idempotency.ts'
import { unconditional } from '../base/data/change.ts'
import type { CallingKey } from '../access/keys/key-store.ts'
import { scopesOf } from '../access/keys/scopes.ts'
import type { Usage } from '../access/quotas/usage.ts'
import { answerCache } from './answer-cache.ts'
import { noticeOf, removal } from './deprecation.ts'
import { preconditionOf, revisionOf } from './entity-tags.ts'
import { filledPath, type Links } from './links.ts'
import {
  type BodySchema,
  type Input,
  type Operation,
  type Outcome,
  type Place,
  type Ports,
  requestHeadersOf,
  scopesFor,
} from './operation.ts'
import { type Cursors, type PagedQuery, pagingOf } from './paging.ts'
import {
  parseQuery,
  compileBodyReader,
  compileHeaderReader,
  compileListReader,
  compilePathReader,
  compileTextReader,
} from './schema-reader.ts'
import type { Reading } from './read-value.ts'
import { describeFaults } from './faults.ts'
import { compileSerializer } from '../base/exact-json.ts'

/** Shared by all operations. */
export type OperationContext = {
  readonly links: Links
  readonly cursors: Cursors
  readonly clock: Clock
  /** Its version changes with everything that answers show, before the change is acknowledged. */
  readonly changes: { readonly version: number }
}

/** The parts of a request that an operation's schemas read. */
export type RawRequest = {
  /** As returned by `readParams`. */
  readonly params: Reading
  /** The query string, without the question mark. */
  readonly query: string
  readonly sender: Caller
  readonly body: Uint8Array | undefined
  readonly caller: CallingKey
  readonly used: Usage | undefined
  readonly trace?: string | undefined
}

/**
 * An operation with its store, and the readers and writers that were compiled from its schemas at start.
 * @param shown the schema of the path's resource
 * @throws Error if the operation declares something that the kit does not enforce
 */
const bindOperation = (
  operation: Operation,
  shown: TSchema,
  ports: Ports,
  { links, cursors, clock, changes }: OperationContext,
) => {
  const { answers, deprecation } = operation
  const taken = operation.body?.schema
  const headerFields = requestHeadersOf(operation)
  const paging = operation.isPaged && pagingOf(operation, cursors, links)
  const notice = deprecation && noticeOf(operation, deprecation, links)
  const running = new RunningKeys()
  const readQuery = compileTextReader(operation.query ?? Type.Object({}))
  const readPath = operation.params && compilePathReader(operation.params)
  const readHeaders = headerFields && compileHeaderReader(headerFields)
  const readBody = taken && readerOf(taken)
  const writeBody = taken && writerOf(taken)
  /** Whether the rule of its change checks a precondition. The flow evaluates those of a GET. */
  const isGuarded = operation.isConditional === true && operation.method !== 'GET'
  /** The revision of the representation that the path shows. */
  const revision = revisionOf(shown)
  const writers: ReadonlyMap<number, (value: unknown) => string> = new Map(
    Object.entries(answers).flatMap(([status, { schema }]) =>
      schema === undefined ? [] : [[Number(status), compileSerializer(schema)]],
    ),
  )

  /** A row has paths, since the address of the service may change. No text of a client has such a member in JSON. */
  const withUrls = (json: string): string => {
    if (!operation.showsUrls) return json
    return json.replaceAll(/"urls":\{[^}]*\}/g, (urls) =>
      urls.replaceAll(':"/', `:"${links.beside('/')}`),
    )
  }

  const listOf = (rows: Outcome['rows'] & object): string => {
    const there = rows.filter((row) => row !== undefined)
    return `[${there.map((row) => (row.shown ??= withUrls(row.json))).join()}]`
  }

  const placeOf = ({ of: { path, deprecation: ended }, params }: Place): string =>
    links.base + filledPath(ended?.successor ?? path, params)

  const onceOf = (header: string, ownerId: string, now: number, params: Members, body: unknown) => {
    const content = [...Object.values(params), writeBody?.(body) ?? ''].join(' ')
    return {
      ownerId,
      key: keyOfHeader(header),
      fingerprint: fingerprintOf(operation.id, content),
      now,
    }
  }

  return {
    operation,
    /** The scopes of which a key needs one; none if it needs no scope. */
    scopes: scopesOf(scopesFor(operation)),
    /** Undefined if its answers are not cached. */
    cache: operation.isCacheable && answerCache(changes),
    /** In bytes. */
    maxBody: taken && isBytes(taken) ? taken.maxLength : wireLimits.bodyBytes,
    /** Whether this environment does not have it. */
    isElsewhere: operation.scope === 'lab' && ports.lab === undefined,
    readParams: (segments: readonly string[]): Reading => readPath?.(segments) ?? noMembers,
    read: (raw: RawRequest): Input | Refusal => {
      const { params, sender, caller, used, trace } = raw
      if (!params.ok) return faulty(params, operation.unreadableParams ?? 'invalid_parameter')
      const body = readBody?.(raw.body) ?? noMembers
      if (!body.ok) return faulty(body, 'invalid_body')
      const pairs = parseQuery(raw.query)
      const query = readQuery(pairs)
      if (!query.ok) return faulty(query, 'invalid_parameter')
      const isLimited = pairs.some(({ name }) => name === 'limit')
      if (!isLimited) paging?.widen(query.value)
      const headers = readHeaders?.(sender.headers) ?? noMembers
      if (!headers.ok) return faulty(headers, 'invalid_parameter')
      const after = paging?.start(query.value as PagedQuery, params.value)
      if (typeof after === 'object' && 'code' in after) return after
      const now = clock()
      const key = headers.value['Idempotency-Key']
      const isOnce = typeof key === 'string'
      const once = isOnce ? onceOf(key, caller.ownerId, now, params.value, body.value) : undefined
      const audit = operation.isAudited && { who: caller.id, origin: ports.addressOf(sender) }
      return {
        query: query.value,
        params: params.value,
        headers: headers.value,
        body: body.value,
        contentType: sender.headers['content-type'] ?? '',
        caller,
        used,
        now,
        after,
        act: { by: caller.name, at: now, once, audit, trace },
        precondition: isGuarded ? preconditionOf(headers.value, revision) : unconditional,
      }
    },
    perform: (input: Input): Awaitable<Outcome | Refusal> => {
      const { once } = input.act
      // The input was validated by the operation's own schemas.
      const valid = input as never
      return once === undefined
        ? operation.handle(valid, ports)
        : running.run(once, () => operation.handle(valid, ports))
    },
    render: (input: Input, outcome: Outcome) => {
      const { status, value, json, rows, version, location, replayed } = outcome
      const write = writers.get(status)
      if (answers[status] === undefined)
        throw new Error(`${operation.id} answers with ${status}, which it does not declare.`)
      const body = write && (rows ? listOf(rows) : withUrls(json ?? write(value)))
      // The value of `ETag`, which the headers also contain.
      let tag = version === undefined ? undefined : `"${revision}-${version}"`
      let headers = noLines
      if (paging !== undefined) {
        // The readers return objects.
        const { query, params } = input as Input<PagedQuery, Members>
        const link = paging.links(query, params, outcome.next)
        headers = unsafeHeaderLines(`Link: ${link}\r\n`)
        const state = rows ? `${revision} ${rows.map((row) => row?.version).join()}` : body
        // With 132 bits, nobody can choose names that give two lists the same tag.
        if (operation.isConditional)
          tag ??= `"${hash('sha256', link + state, 'base64url').slice(0, 22)}"`
      }
      if (tag !== undefined) headers = joinLines(headers, unsafeHeaderLines(`ETag: ${tag}\r\n`))
      if (location !== undefined)
        headers = joinLines(headers, headerLine('Location', placeOf(location)))
      if (replayed === true) headers = joinLines(headers, replayedLine)
      return { status, headers, tag, body }
    },
    /** Adds to a refusal for an expired cursor the link to the first page. */
    refused: (input: Input, refused: Refusal): Refusal => {
      if (refused.code !== 'cursor_expired' || paging === undefined) return refused
      // The readers return objects.
      const { query, params } = input as Input<PagedQuery, Members>
      return { ...refused, headers: { Link: paging.links(query, params, undefined) } }
    },
    /** The header lines of every answer of a deprecated operation. */
    notice: (params: Reading): HeaderLines => notice?.(valuesOf(params)) ?? noLines,
    /** The 410 that the operation answers after its sunset; undefined before. */
    removed: (params = noMembers): Refusal | undefined =>
      deprecation && removal(deprecation, clock(), valuesOf(params)),
  }
}

export type BoundOperation = ReturnType<typeof bindOperation>

type Members = Readonly<Record<string, unknown>>

export const bindOperations = (
  operations: readonly Operation[],
  ports: Ports,
  context: OperationContext,
): readonly BoundOperation[] =>
  operations.map((operation) => {
    // The schema of the resource that the path returns, alone or in a list; empty if it returns none.
    const ofPath = operations.filter(({ path }) => path === operation.path)
    const all = ofPath.flatMap(({ answers }) => Object.values(answers))
    const { schema = {} } = all.find((answer) => answer.schema !== undefined) ?? {}
    // The items of an array are a schema.
    const shown = 'items' in schema ? (schema.items as TSchema) : schema
    return bindOperation(operation, shown, ports, context)
  })

/** The reading of a part that an operation does not declare. */
export const noMembers: Reading = { ok: true, value: {} }

const valuesOf = (reading: Reading): Members | undefined => (reading.ok ? reading.value : undefined)

const readerOf = (schema: BodySchema) => {
  if (!isBytes(schema))
    return 'items' in schema ? compileListReader(schema) : compileBodyReader(schema)
  return (body: Uint8Array = new Uint8Array()): Reading<unknown> => ({ ok: true, value: body })
}

const writerOf = (schema: BodySchema) =>
  isBytes(schema)
    ? (body: unknown) => hash('sha256', body as Uint8Array, 'hex')
    : compileSerializer(schema)

const replayedLine = headerLine('Idempotent-Replayed', 'true')

const faulty = (reading: Reading<unknown> & { readonly ok: false }, code: ErrorCode): Refusal =>
  refusal(reading.kind === 'invalid_json' ? 'invalid_json' : code, describeFaults(reading.faults))
