import assert from 'node:assert/strict'
import { parseExactly } from '../helpers/exact-json.ts'
import { type Answer, errorOf } from '../helpers/http.ts'
import { operationNamed } from '../helpers/openapi.ts'
import type { Allowed, RequestCase } from './cases.ts'

type AllowedCase = RequestCase & { readonly expected: Allowed }

/** In bytes; the document gives it with 414. */
const longestTarget = 8_192

/** What a note may be about. */
const subjects = new Set(['petId', 'orderId', 'contactId', 'about'])

/**
 * Whether a request that the document allows may be refused, or not be answered anew, for what it names: then the tests of
 * the resource hold the rules.
 */
const isStopped = (one: AllowedCase, answer: Answer): boolean => {
  const { 'If-Match': match, 'If-None-Match': noneMatch, 'Idempotency-Key': once } = one.headers
  const { operationId, query } = one
  const { sent } = one.expected
  const named = [...sent.keys()].filter((name) => name === 'ids' || subjects.has(name))
  const { method, path } = operationNamed(operationId)
  const code = answer.status < 400 ? '' : errorOf(answer).code
  switch (answer.status) {
    case 304:
      return method === 'GET' && noneMatch !== undefined
    case 400:
      // No case has a picture, and a note is about one thing.
      return operationId === 'addPhoto' || (operationId === 'createNote' && named.length !== 1)
    case 404:
      return path.includes('{') || named.length > 0
    case 409:
      return code !== 'idempotency_key_in_use'
    case 410:
      return query.some(([name, value]) => name === 'after' && Number(value) > 0)
    case 412:
      return match !== undefined || noneMatch !== undefined
    case 414:
      return answer.target.length > longestTarget
    case 422:
      return once !== undefined || code !== 'idempotency_key_reused'
    default:
      return false
  }
}

/** What is shown in another form, or not shown. */
const reshaped: ReadonlySet<string> = new Set(['types', 'scopes', 'facts', 'chip', 'expiresAt'])

/** Checks that the things of an answer are as they were sent. */
const assertShown = ({ text }: Answer, sent: ReadonlyArray<ReadonlyMap<string, unknown>>): void => {
  const things = [parseExactly(text)].flat()
  assert.equal(things.length, sent.length, text)
  for (const [at, fields] of sent.entries())
    for (const [name, value] of fields)
      if (!reshaped.has(name)) assert.deepEqual(Object(things[at])[name], value ?? undefined, name)
}

/**
 * Checks the answer to a request that the document allows: what was sent is shown, there and when it is read back.
 *
 * @param read asks for a path or a URL
 */
export const assertTaken = async (
  one: AllowedCase,
  answer: Answer,
  read: (place: string) => Promise<Answer>,
): Promise<void> => {
  const { method, path } = operationNamed(one.operationId)
  if (answer.status >= 300) return assert.ok(isStopped(one, answer), answer.text)
  const { location, 'idempotent-replayed': isReplayed } = answer.headers
  const isRead = method === 'GET' || method === 'DELETE' || one.operationId === 'findContacts'
  if (isRead || isReplayed !== undefined) return
  const { sent, items = [sent] } = one.expected
  const { ids, patch } = Object.fromEntries(sent)
  const changed =
    Array.isArray(ids) && ids.map((id) => new Map(Object.entries({ ...Object(patch), id })))
  assertShown(answer, changed || items)
  const place = location ?? (path.includes('{') && method !== 'POST' ? one.path : undefined)
  if (place === undefined) return
  // A secret is told once.
  const shown = items.map((fields) => new Map([...fields].filter(([name]) => name !== 'secret')))
  assertShown(await read(place), shown)
}
