import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import * as fc from 'fast-check'
import { startApp, type TestApp } from '../helpers/app.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { exactPet, exactPets, parseExactly } from '../helpers/exact-json.ts'
import { type Answer, call, errorOf } from '../helpers/http.ts'
import { operationNamed, resolve, type Schema } from '../helpers/openapi.ts'
import type { Sent } from './bodies.ts'
import { type RequestCase, requestCases, standing } from './cases.ts'
import { assertCode, stoppedBy } from './conditions.ts'
import { assertContact, assertNote } from './people.ts'
import { assertNoPhoto } from './photos.ts'
import type { Tally } from './tally.ts'
import { plainText } from './texts.ts'

/** An application that cases are sent to, one after another on one connection. */
export type Target = {
  readonly app: TestApp
  readonly agent: Agent
  readonly usedKeys: Set<string>
  /** The names of categories as the answers so far have made them, by their ids. */
  readonly categories: Map<string, string>
  /** The statuses of the standing animals that nobody deleted, by their ids. */
  readonly statuses: Map<string, unknown>
  /** The ids of orders that were placed, and of the animals that they were for. */
  readonly orders: Set<string>
  readonly ordered: Set<string>
  /** The ids of webhooks that were added and that nobody deleted. */
  readonly webhooks: Set<string>
  /** The ids of contacts that were added and that nobody erased. */
  readonly contacts: Set<string>
}

export const startTarget = async (cleanup: Cleanup): Promise<Target> => {
  const app = await startApp(cleanup, { trustedProxies: ['127.0.0.1'] })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  cleanup.after(() => agent.destroy())
  for (let n = 1; n <= standing; n += 1) {
    await app.call('/pets', { method: 'POST', body: { name: `Standing ${n}`, categoryId: n } })
  }
  const ids = Array.from({ length: standing }, (_, n) => String(n + 1))
  const statuses = new Map<string, unknown>(ids.map((id) => [id, 'available']))
  return {
    app,
    agent,
    usedKeys: new Set(),
    categories: new Map(),
    statuses,
    orders: new Set(),
    ordered: new Set(),
    webhooks: new Set(),
    contacts: new Set(),
  }
}

/** Checks that the service takes what the document allows, and refuses the rest with code and name. */
export const requestsProperty = (
  target: Target,
  tally: Tally,
): fc.IAsyncProperty<[RequestCase]> => {
  let count = 0
  return fc.asyncProperty(requestCases, async (one) => {
    count += 1
    const answer = await send(target, one, count)
    tally.add(one.operationId, answer)
    if (one.expected.kind === 'allowed') assertTaken(target, one, answer)
    else assertRefused(one, answer)
  })
}

const send = async ({ app, agent }: Target, one: RequestCase, count: number): Promise<Answer> => {
  const query = one.query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  // A key may ask for its usage 60 times a minute, and the clock stands still.
  const key = one.path.startsWith('/usage') ? (await app.addKey('enterprise')).key : app.key
  const { authorization = `Bearer ${key}`, ...headers } = one.headers
  return await call(`${app.baseUrl}${one.path}${query === '' ? '' : `?${query}`}`, {
    method: operationNamed(one.operationId).method,
    agent,
    headers: {
      ...headers,
      authorization,
      // Each time another address, so that a case without a key does not use the quota of others.
      'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
      ...(one.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(one.body !== undefined && { body: one.body }),
  })
}

/** In bytes; the document gives it with 414. */
const longestTarget = 8_192

const assertTaken = (target: Target, one: RequestCase, answer: Answer): void => {
  const { expected } = one
  const { usedKeys } = target
  const operation = operationNamed(one.operationId)
  if (answer.status === 414) {
    assert.ok(answer.target.length > longestTarget, answer.text)
    return
  }
  const idempotencyKey = one.headers['Idempotency-Key']
  if (idempotencyKey !== undefined) {
    // Few keys are in use, so they repeat: then the answer is the first one again, or a refusal.
    // A backslash escapes within quotes only.
    const bare = idempotencyKey.startsWith('"')
      ? idempotencyKey.slice(1, -1).replaceAll(/\\(.)/g, '$1')
      : idempotencyKey
    if (usedKeys.has(bare) && answer.status === 422) return
    usedKeys.add(bare)
  }
  if (operation.path.startsWith('/store/orders')) return assertOrder(target, one, answer)
  if (operation.path.startsWith('/webhooks')) return assertWebhook(target, one, answer)
  if (operation.path.startsWith('/keys')) return assertKey(one, answer)
  if (one.operationId === 'updatePets') return assertAnimals(target, one, answer)
  if (operation.path.startsWith('/contacts')) return assertContact(target, one, answer)
  if (operation.path.startsWith('/notes')) return assertNote(one, answer)
  const id = decodeURIComponent(one.path.split('/')[2] ?? '')
  if (operation.path === '/categories/{categoryId}') return assertCategory(target, id, one, answer)
  if (one.operationId.endsWith('Photo')) return assertNoPhoto(answer)
  if (/profile$|photos$/.test(operation.path)) return assertProfile(target, id, one, answer)
  if (operation.path === '/pets/{petId}') return assertAnimal(target, id, one, answer)
  if (answer.status === 410) return assertExpired(one, answer)
  const stopped = stoppedBy(one, answer.method, true)
  if (stopped !== undefined) return assert.equal(answer.status, stopped, answer.text)
  const [success = 0] = operation.responses.keys()
  assert.equal(answer.status, success, answer.text)
  if (operation.body === undefined || expected.kind !== 'allowed') return
  const { items } = resolve(operation.body)
  if (items === undefined) assertAdded(exactPet(answer.text), expected.sent, operation.body)
  else {
    const added = exactPets(answer.text)
    assert.equal(added.length, expected.items?.length)
    for (const [at, pet] of added.entries()) {
      assertAdded(pet, expected.items?.[at] ?? new Map(), items)
    }
  }
}

/** Checks that an animal is what was sent, with its defaults. */
const assertAdded = (
  { id: _id, ...pet }: ReturnType<typeof exactPet>,
  sent: Sent,
  schema: Schema,
): void => {
  const properties = resolve(schema).properties ?? {}
  const wanted = Object.entries(properties).flatMap(([name, property]) => {
    const value = sent.get(name) ?? resolve(property)['x-default']
    return value === undefined ? [] : [[name, value]]
  })
  assert.deepEqual(pet, Object.fromEntries(wanted))
}

/** What may happen to an order that exists: its own tests hold it to its rules. */
const ofOrders: ReadonlySet<number> = new Set([200, 204, 304, 404, 409, 412])

/** Compares an answer about orders with earlier ones. */
const assertOrder = (
  { orders, ordered }: Target,
  { path }: RequestCase,
  { method, status, text }: Answer,
): void => {
  if (method === 'OPTIONS') return
  if (method === 'POST') {
    assert.ok([201, 404, 409, 422].includes(status), text)
    if (status !== 201) return
    const { id, petId } = Object(parseExactly(text))
    orders.add(String(id))
    ordered.add(String(petId))
    return
  }
  const id = path.split('/')[3]
  const exists = id === undefined || orders.has(decodeURIComponent(id))
  assert.ok(exists ? ofOrders.has(status) : status === 404, text)
}

/** Checks a refusal to list events behind one that the log does not have; it has all from the first on. */
const assertExpired = ({ query }: RequestCase, answer: Answer): void => {
  assert.ok(Number(Object.fromEntries(query)['after']) > 0, answer.text)
  assertCode(answer, 410, 'cursor_expired')
}

const mostWebhooks = 10

/** Compares an answer about webhooks with earlier ones. */
const assertWebhook = ({ webhooks }: Target, one: RequestCase, answer: Answer): void => {
  const { method, status, text } = answer
  // A repeated answer is of then, whatever became of the webhook.
  if (method === 'OPTIONS' || answer.headers['idempotent-replayed'] === 'true') return
  const [id, , deliveryId] = one.path.split('/').slice(2).map(decodeURIComponent)
  if (id !== undefined && !webhooks.has(id)) return assertCode(answer, 404, 'webhook_not_found')
  if (deliveryId !== undefined && status === 404) {
    return assertCode(answer, 404, 'delivery_not_found')
  }
  const stopped = stoppedBy(one, method, true)
  if (stopped !== undefined) {
    assert.equal(status, stopped, text)
    return
  }
  if (one.operationId === 'createWebhook' && webhooks.size === mostWebhooks) {
    return assertCode(answer, 409, 'webhook_limit_reached')
  }
  // No ping is ever answered here, so no webhook is sent anything but pings, which may be sent again.
  if (one.operationId === 'recoverWebhook') {
    return assertCode(answer, 409, 'webhook_disabled')
  }
  const [success = 0] = operationNamed(one.operationId).responses.keys()
  assert.equal(status, success, text)
  if (method === 'DELETE') webhooks.delete(id ?? '')
  if (one.operationId !== 'createWebhook' && method !== 'PATCH') return
  assert.ok(one.expected.kind === 'allowed')
  const webhook = Object(parseExactly(text))
  for (const [name, value] of one.expected.sent) {
    // A type that is named twice is sent once, and a webhook without types is sent all.
    const types = Array.isArray(value) && value.length > 0 ? [...new Set(value)] : undefined
    assert.deepEqual(webhook[name], Array.isArray(value) ? types : (value ?? undefined))
  }
  webhooks.add(String(webhook.id))
}

/** Compares an answer about one animal with earlier ones. */
const assertAnimal = (
  { statuses, ordered }: Target,
  id: string,
  one: RequestCase,
  { method, status, text }: Answer,
): void => {
  if (method === 'OPTIONS') return
  // The order decides on its animal.
  if (ordered.has(id)) {
    assert.ok(ofOrders.has(status), text)
    // An order that has ended lets it go.
    if (method === 'DELETE' && status === 204) statuses.delete(id)
    return
  }
  const before = statuses.get(id)
  if (before === undefined) {
    assert.equal(status, 404, text)
    return
  }
  const stopped = stoppedBy(one, method, true)
  if (stopped !== undefined) {
    assert.equal(status, stopped, text)
    return
  }
  if (method !== 'PATCH') {
    assert.equal(status, method === 'DELETE' ? 204 : 200, text)
    if (method === 'DELETE') statuses.delete(id)
    return
  }
  assert.ok(one.expected.kind === 'allowed')
  const { sent } = one.expected
  const after = sent.get('status') ?? before
  if (before === 'sold' && after === 'pending') {
    assert.equal(status, 409, text)
    return
  }
  assert.equal(status, 200, text)
  const pet: Readonly<Record<string, unknown>> = exactPet(text)
  for (const [name, value] of sent) assert.deepEqual(pet[name], value ?? undefined)
  assert.equal(pet['status'], after)
  statuses.set(id, after)
}

/** Checks a change of several animals. Others than the standing ones may be there too. */
const assertAnimals = (
  { statuses, ordered }: Target,
  { expected }: RequestCase,
  { status, text }: Answer,
): void => {
  assert.ok(expected.kind === 'allowed')
  const ids = expected.sent.get('ids') as readonly bigint[]
  const patch = Object(expected.sent.get('patch'))
  if (status !== 200) {
    assert.ok(status === 404 || status === 409, text)
    const isInTheWay = (id: string): boolean =>
      !statuses.has(id) ||
      ordered.has(id) ||
      (statuses.get(id) === 'sold' && patch.status === 'pending')
    assert.ok(ids.map(String).some(isInTheWay), text)
    return
  }
  const pets = exactPets(text)
  assert.deepEqual(
    pets.map(({ id }) => id),
    ids,
  )
  for (const pet of pets) {
    for (const name in patch) assert.deepEqual(Object(pet)[name], patch[name] ?? undefined)
    if (statuses.has(String(pet.id))) statuses.set(String(pet.id), pet.status)
  }
}

/** Checks an answer about the profile of an animal, which only another animal's chip can refuse. */
const assertProfile = (
  { statuses, ordered }: Target,
  id: string,
  one: RequestCase,
  { method, status, text }: Answer,
): void => {
  if (method === 'OPTIONS') return
  const exists = statuses.has(id) || (ordered.has(id) && status !== 404)
  if (!exists) return assert.equal(status, 404, text)
  const stopped = stoppedBy(one, method, true)
  if (stopped !== undefined || method !== 'PATCH') {
    assert.equal(status, stopped ?? 200, text)
    return
  }
  assert.ok(one.expected.kind === 'allowed')
  const { sent } = one.expected
  if (status === 409 && typeof sent.get('chip') === 'string') return
  assert.equal(status, 200, text)
  const profile = Object(parseExactly(text))
  for (const [name, value] of sent) {
    // The facts are merged, and letters of a chip become capitals.
    if (name !== 'facts' && name !== 'chip') assert.deepEqual(profile[name], value ?? undefined)
  }
}

/** Checks an answer about the keys of the team, of which no case names one. */
const assertKey = ({ path, expected }: RequestCase, answer: Answer): void => {
  const { method, status, text } = answer
  if (method === 'OPTIONS') return
  if (path.startsWith('/keys/')) return assertCode(answer, 404, 'key_not_found')
  if (method === 'POST' && status === 409) return assertCode(answer, 409, 'key_limit_reached')
  assert.equal(status, method === 'POST' ? 201 : 200, text)
  assert.ok(expected.kind === 'allowed')
  if (method === 'POST') assert.equal(JSON.parse(text).name, expected.sent.get('name'))
}

/** Compares an answer about one category with earlier ones. */
const assertCategory = (
  { categories }: Target,
  id: string,
  one: RequestCase,
  { method, status, text }: Answer,
): void => {
  const { expected } = one
  const before = categories.get(id)
  if (method === 'OPTIONS') return
  const stopped = stoppedBy(one, method, before !== undefined)
  if (stopped !== undefined && (before !== undefined || method === 'PUT')) {
    assert.equal(status, stopped, text)
    return
  }
  if (method === 'PUT') {
    assert.ok(expected.kind === 'allowed')
    assert.equal(status, before === undefined ? 201 : 200, text)
    const name = plainText(expected.sent.get('name'))
    assert.deepEqual(parseExactly(text), { id: BigInt(id), name })
    categories.set(id, name)
    return
  }
  assert.equal(status, before === undefined ? 404 : method === 'DELETE' ? 204 : 200, text)
  if (method === 'DELETE') categories.delete(id)
  else if (method === 'GET' && before !== undefined) {
    assert.deepEqual(parseExactly(text), { id: BigInt(id), name: before })
  }
}

const plainName = /^[A-Za-z_][\w-]{0,63}$/

const assertRefused = ({ expected }: RequestCase, answer: Answer): void => {
  assert.ok(expected.kind === 'refused')
  assert.equal(answer.status, expected.status, answer.text)
  if (answer.method === 'HEAD') return
  const { code, message } = errorOf(answer)
  assert.equal(code, expected.code, answer.text)
  for (const name of expected.names) {
    // A sentence quotes an unusual name, and cuts a long one.
    // A place in an array, and what is wrong there, are quoted as they are.
    if (plainName.test(name) || /^\[\d+\]|items$/.test(name))
      assert.ok(message.includes(name), `${name} is not named: ${message}`)
  }
  assert.ok(message.length <= 8_192)
}
