import assert from 'node:assert/strict'
import { parseExactly } from '../helpers/exact-json.ts'
import type { Answer } from '../helpers/http.ts'
import { operationNamed } from '../helpers/openapi.ts'
import type { RequestCase } from './cases.ts'
import { assertCode, stoppedBy } from './conditions.ts'

/** Compares an answer about contacts with earlier ones. */
export const assertContact = (
  { contacts }: { readonly contacts: Set<string> },
  one: RequestCase,
  answer: Answer,
): void => {
  const { method, status, text } = answer
  // A repeated request gets the contact as it is by then, if it is there.
  if (method === 'OPTIONS' || answer.headers['idempotent-replayed'] === 'true') return
  if (one.operationId === 'createContact' && status === 404) return
  const id = decodeURIComponent(one.path.split('/')[2] ?? '')
  const isOne = operationNamed(one.operationId).path.includes('{')
  if (isOne && !contacts.has(id)) return assertCode(answer, 404, 'contact_not_found')
  const stopped = stoppedBy(one, method, true)
  if (stopped !== undefined) return assert.equal(status, stopped, text)
  const [success = 0] = operationNamed(one.operationId).responses.keys()
  assert.equal(status, success, text)
  if (method === 'DELETE') contacts.delete(id)
  if (one.operationId !== 'createContact' && method !== 'PATCH') return
  assert.ok(one.expected.kind === 'allowed')
  const contact = Object(parseExactly(text))
  for (const [name, value] of one.expected.sent) {
    assert.deepEqual(contact[name], value ?? undefined)
  }
  contacts.add(String(contact.id))
}

/** Checks an answer about notes: what they are about may be there or not. */
export const assertNote = (one: RequestCase, { method, status, text }: Answer): void => {
  if (method === 'OPTIONS') return
  if (method === 'DELETE') return assert.ok([204, 404].includes(status), text)
  if (method !== 'POST') return assert.equal(status, stoppedBy(one, method, true) ?? 200, text)
  assert.ok(one.expected.kind === 'allowed')
  const { sent } = one.expected
  const about = ['petId', 'orderId', 'contactId', 'about'].filter((name) => sent.has(name))
  assert.ok(about.length === 1 ? [201, 404].includes(status) : status === 400, text)
}
