import assert from 'node:assert/strict'
import { exactPet, exactPets, parseExactly } from '../helpers/exact-json.ts'
import { type Answer, errorOf } from '../helpers/http.ts'
import { operationNamed, resolve, type Schema } from '../helpers/openapi.ts'
import type { Sent } from './bodies.ts'
import { type RequestCase, standing } from './cases.ts'
import { plainText } from './texts.ts'

/** What the answers so far have told. */
export const newAnswers = () => {
  const ids = Array.from({ length: standing }, (_, n) => String(n + 1))
  return {
    usedKeys: new Set<string>(),
    /** The names of categories, by their ids. */
    categories: new Map<string, string>(),
    /** The statuses of the standing animals that nobody deleted, by their ids. */
    statuses: new Map<string, unknown>(ids.map((id) => [id, 'available'])),
    /** The ids of orders that were placed, and of the animals that they were for. */
    orders: new Set<string>(),
    ordered: new Set<string>(),
    /** The ids of webhooks that were added and that nobody deleted. */
    webhooks: new Set<string>(),
    /** The ids of contacts that were added and that nobody erased. */
    contacts: new Set<string>(),
  }
}

export type Answers = ReturnType<typeof newAnswers>

/** Compares an answer with earlier ones. */
type Judge = (answers: Answers, one: RequestCase, answer: Answer) => void

/** In bytes; the document gives it with 414. */
const longestTarget = 8_192

/** Checks the answer to a request that the document allows. */
export const assertTaken: Judge = (answers, one, answer) => {
  if (answer.status === 414) return assert.ok(answer.target.length > longestTarget, answer.text)
  if (isReusedKey(answers, one) && answer.status === 422) return
  if (answer.method === 'OPTIONS') return void isDone(one, answer)
  const operation = `${one.operationId} ${operationNamed(one.operationId).path}`
  const [, judge = assertOther] = judges.find(([of]) => of.test(operation)) ?? []
  judge(answers, one, answer)
}

/** Few keys are in use, so they repeat: then the answer is the first one again, or a refusal. */
const isReusedKey = ({ usedKeys }: Answers, { headers }: RequestCase): boolean => {
  const key = headers['Idempotency-Key']
  if (key === undefined) return false
  // A backslash escapes within quotes only.
  const bare = key.startsWith('"') ? key.slice(1, -1).replaceAll(/\\(.)/g, '$1') : key
  const isReused = usedKeys.has(bare)
  usedKeys.add(bare)
  return isReused
}

/**
 * The status in which the conditions of a request end it; undefined if they let it pass. No case has a tag that names
 * anything, so what they say depends on `*` alone.
 */
const stoppedBy = (
  { headers }: RequestCase,
  method: string,
  exists = true,
): 304 | 412 | undefined => {
  const { 'If-Match': match, 'If-None-Match': noneMatch } = headers
  if (match !== undefined && !(match === '*' && exists)) return 412
  if (noneMatch !== '*' || !exists) return undefined
  return method === 'GET' || method === 'HEAD' ? 304 : 412
}

/** Whether a request was done: its status is that of success, or the one in which its conditions ended it. */
const isDone = (one: RequestCase, { method, status, text }: Answer): boolean => {
  const [success] = operationNamed(one.operationId).responses.keys()
  const stopped = stoppedBy(one, method)
  assert.equal(status, stopped ?? success, text)
  return stopped === undefined
}

const assertCode = (answer: Answer, status: number, code: string): void => {
  assert.equal(answer.status, status, answer.text)
  if (answer.method !== 'HEAD') assert.equal(errorOf(answer).code, code)
}

/** The ids in a path, in its order. */
const idsOf = ({ operationId, path }: RequestCase): readonly string[] => {
  const segments = path.split('/')
  return operationNamed(operationId)
    .path.split('/')
    .flatMap((part, at) => (part.startsWith('{') ? decodeURIComponent(segments[at] ?? '') : []))
}

const sentOf = ({ expected }: RequestCase): Sent => {
  assert.ok(expected.kind === 'allowed')
  return expected.sent
}

/** Checks that each field is as it was sent, but for some, and returns all. */
const assertSent = (one: RequestCase, { text }: Answer, except: readonly string[] = []) => {
  const shown: Readonly<Record<string, unknown>> = Object(parseExactly(text))
  for (const [name, value] of sentOf(one))
    if (!except.includes(name)) assert.deepEqual(shown[name], value ?? undefined, name)
  return shown
}

/** Where the answer tells nothing of what comes later: animals that are added, lists, and the rest. */
const assertOther: Judge = (_answers, one, answer) => {
  if (answer.status === 410) return assertExpired(one, answer)
  const { body } = operationNamed(one.operationId)
  if (!isDone(one, answer) || body === undefined || one.expected.kind !== 'allowed') return
  const { sent, items: sentItems = [sent] } = one.expected
  const { items } = resolve(body)
  const added = items === undefined ? [exactPet(answer.text)] : exactPets(answer.text)
  assert.equal(added.length, sentItems.length)
  for (const [at, pet] of added.entries())
    assertAdded(pet, sentItems[at] ?? new Map(), items ?? body)
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

/** Checks a refusal to list events behind one that the log does not have; it has all from the first on. */
const assertExpired = ({ query }: RequestCase, answer: Answer): void => {
  assert.ok(Number(Object.fromEntries(query)['after']) > 0, answer.text)
  assertCode(answer, 410, 'cursor_expired')
}

/** What may happen to an order that exists: its own tests hold it to its rules. */
const ofOrders: ReadonlySet<number> = new Set([200, 204, 304, 404, 409, 412])

const assertOrder: Judge = ({ orders, ordered }, one, { method, status, text }) => {
  const [id] = idsOf(one)
  if (method !== 'POST') {
    const exists = id === undefined || orders.has(id)
    return assert.ok(exists ? ofOrders.has(status) : status === 404, text)
  }
  assert.ok([201, 404, 409, 422].includes(status), text)
  if (status !== 201) return
  const placed = Object(parseExactly(text))
  orders.add(String(placed.id))
  ordered.add(String(placed.petId))
}

const mostWebhooks = 10

const assertWebhook: Judge = ({ webhooks }, one, answer) => {
  // A repeated answer is of then, whatever became of the webhook.
  if (answer.headers['idempotent-replayed'] === 'true') return
  const [id, deliveryId] = idsOf(one)
  if (id !== undefined && !webhooks.has(id)) return assertCode(answer, 404, 'webhook_not_found')
  if (deliveryId !== undefined && answer.status === 404)
    return assertCode(answer, 404, 'delivery_not_found')
  if (one.operationId === 'createWebhook' && webhooks.size === mostWebhooks)
    return assertCode(answer, 409, 'webhook_limit_reached')
  // No ping is ever answered here, so no webhook is sent anything but pings, which may be sent again.
  if (one.operationId === 'recoverWebhook') return assertCode(answer, 409, 'webhook_disabled')
  if (!isDone(one, answer)) return
  if (answer.method === 'DELETE') webhooks.delete(id ?? '')
  if (one.operationId !== 'createWebhook' && answer.method !== 'PATCH') return
  const webhook = assertSent(one, answer, ['types'])
  // A type that is named twice is sent once, and a webhook without types is sent all.
  const types = new Set(sentOf(one).get('types') as readonly string[] | null | undefined)
  if (sentOf(one).has('types'))
    assert.deepEqual(webhook['types'], types.size > 0 ? [...types] : undefined)
  webhooks.add(String(webhook['id']))
}

const assertAnimal: Judge = ({ statuses, ordered }, one, answer) => {
  const { method, status, text } = answer
  const [id = ''] = idsOf(one)
  // The order decides on its animal.
  if (ordered.has(id)) {
    assert.ok(ofOrders.has(status), text)
    // An order that has ended lets it go.
    if (method === 'DELETE' && status === 204) statuses.delete(id)
    return
  }
  const before = statuses.get(id)
  if (before === undefined) return assert.equal(status, 404, text)
  const after = method === 'PATCH' ? (sentOf(one).get('status') ?? before) : before
  const isBack = before === 'sold' && after === 'pending'
  if (isBack && stoppedBy(one, method) === undefined) return assert.equal(status, 409, text)
  if (!isDone(one, answer)) return
  if (method === 'DELETE') statuses.delete(id)
  if (method !== 'PATCH') return
  assert.equal(assertSent(one, answer)['status'], after)
  statuses.set(id, after)
}

/** Of a change of several animals. Others than the standing ones may be there too. */
const assertAnimals: Judge = ({ statuses, ordered }, one, { status, text }) => {
  const ids = sentOf(one).get('ids') as readonly bigint[]
  const patch = Object(sentOf(one).get('patch'))
  if (status !== 200) {
    assert.ok(status === 404 || status === 409, text)
    const isInTheWay = (id: string): boolean =>
      !statuses.has(id) ||
      ordered.has(id) ||
      (statuses.get(id) === 'sold' && patch.status === 'pending')
    return assert.ok(ids.map(String).some(isInTheWay), text)
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

/** Of the profile of an animal, which only another animal's chip can refuse. */
const assertProfile: Judge = ({ statuses, ordered }, one, answer) => {
  const { method, status, text } = answer
  const [id = ''] = idsOf(one)
  const exists = statuses.has(id) || (ordered.has(id) && status !== 404)
  if (!exists) return assert.equal(status, 404, text)
  if (method === 'PATCH' && status === 409 && typeof sentOf(one).get('chip') === 'string') return
  // The facts are merged, and letters of a chip become capitals.
  if (isDone(one, answer) && method === 'PATCH') assertSent(one, answer, ['facts', 'chip'])
}

/** Of one photo. No case has a picture, so there is none. */
const assertNoPhoto: Judge = (_answers, _one, { method, status, text }) => {
  if (method === 'POST') assert.match(text, /"code":"invalid_image"/)
  else assert.equal(status, 404, text)
}

const assertContact: Judge = ({ contacts }, one, answer) => {
  const { method, status } = answer
  // A repeated request gets the contact as it is by then, if it is there.
  if (answer.headers['idempotent-replayed'] === 'true') return
  if (one.operationId === 'createContact' && status === 404) return
  const [id] = idsOf(one)
  if (id !== undefined && !contacts.has(id)) return assertCode(answer, 404, 'contact_not_found')
  if (!isDone(one, answer)) return
  if (method === 'DELETE') contacts.delete(id ?? '')
  if (one.operationId === 'createContact' || method === 'PATCH')
    contacts.add(String(assertSent(one, answer)['id']))
}

/** What a note is about may be there or not. */
const assertNote: Judge = (_answers, one, answer) => {
  const { method, status, text } = answer
  if (method === 'DELETE') return assert.ok([204, 404].includes(status), text)
  if (method !== 'POST') return void isDone(one, answer)
  const about = ['petId', 'orderId', 'contactId', 'about'].filter((name) => sentOf(one).has(name))
  assert.ok(about.length === 1 ? [201, 404].includes(status) : status === 400, text)
}

/** Of the keys of the team, of which no case names one. */
const assertKey: Judge = (_answers, one, answer) => {
  const { method, status, text } = answer
  if (idsOf(one).length > 0) return assertCode(answer, 404, 'key_not_found')
  if (method === 'POST' && status === 409) return assertCode(answer, 409, 'key_limit_reached')
  assert.equal(status, method === 'POST' ? 201 : 200, text)
  if (method === 'POST') assert.equal(JSON.parse(text).name, sentOf(one).get('name'))
}

const assertCategory: Judge = ({ categories }, one, { method, status, text }) => {
  const [id = ''] = idsOf(one)
  const before = categories.get(id)
  const isThere = before !== undefined
  const stopped = stoppedBy(one, method, isThere)
  if (stopped !== undefined && (isThere || method === 'PUT'))
    return assert.equal(status, stopped, text)
  if (method === 'PUT') {
    assert.equal(status, isThere ? 200 : 201, text)
    categories.set(id, plainText(sentOf(one).get('name')))
  } else assert.equal(status, !isThere ? 404 : method === 'DELETE' ? 204 : 200, text)
  if (method === 'DELETE') categories.delete(id)
  else if (method !== 'HEAD' && categories.has(id))
    assert.deepEqual(parseExactly(text), { id: BigInt(id), name: categories.get(id) })
}

/** By the id of an operation and its path. */
const judges: ReadonlyArray<readonly [operations: RegExp, judge: Judge]> = [
  [/ \/store\/orders/, assertOrder],
  [/ \/webhooks/, assertWebhook],
  [/ \/keys/, assertKey],
  [/^updatePets /, assertAnimals],
  [/ \/contacts/, assertContact],
  [/ \/notes/, assertNote],
  [/ \/categories\/\{categoryId\}/, assertCategory],
  [/Photo /, assertNoPhoto],
  [/(?:profile|photos)$/, assertProfile],
  [/ \/pets\/\{petId\}$/, assertAnimal],
]
