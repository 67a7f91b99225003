import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { it, type Json, type TestApp } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { type Operation, operations, resolve } from '../helpers/openapi.ts'
import { png } from '../helpers/pictures.ts'
import { addWebhook, answerPing } from '../helpers/webhooks.ts'

test('the Postman collection has one request for each operation, of its first example', () => {
  const file = new URL('../../examples/petstore.postman_collection.json', import.meta.url)
  const folders: readonly Json[] = JSON.parse(readFileSync(file, 'utf8')).item
  const requests: readonly Json[] = folders.flatMap(({ item }) =>
    item.map(({ request }: Json) => request),
  )
  const templateOf = ({ method, url }: Json): string =>
    `${method} /${url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`
  const byTemplate = new Map(operations.map((each) => [`${each.method} ${each.path}`, each]))
  assert.deepEqual(requests.map(templateOf).sort(), [...byTemplate.keys()].sort())
  for (const request of requests) {
    const template = templateOf(request)
    const { bodyExamples = {}, bytesType, parameters = [] } = byTemplate.get(template) ?? {}
    const { header, url, body } = request
    assert.equal(url.raw, `{{baseUrl}}/${url.path.join('/')}`)
    const [sample] = Object.values(bodyExamples)
    assert.deepEqual(body?.raw && JSON.parse(body.raw), sample?.value, template)
    assert.equal(body?.mode === 'file', bytesType !== undefined, template)
    const all: readonly Json[] = [...header, ...url.query, ...url.variable]
    const sent = all.filter(({ disabled, key }) => !disabled && key !== 'Content-Type')
    for (const { value } of sent) assert.match(value, /^(?!.*\{\{)./, template)
    const required = parameters.filter((parameter) => parameter.required)
    assert.deepEqual(
      new Set(sent.map(({ key }) => key)),
      new Set(required.map(({ name }) => name)),
      template,
    )
  }
})

/** The examples of a body, or one request without any. */
const bodiesOf = ({ bodyExamples }: Operation): readonly unknown[] => {
  const values = Object.values(bodyExamples).map(({ value }) => value)
  return values.length > 0 ? values : [undefined]
}

/** A body with an animal that is there, if it names one or several. */
const withPet = (body: unknown, id: number): unknown => {
  if (typeof body !== 'object' || body === null) return body
  if ('petId' in body) return { ...body, petId: id }
  return 'ids' in body ? { ...body, ids: [id] } : body
}

/** The only webhook of the app, whose ping was answered, and the delivery of that. */
const newWebhook = async (app: TestApp): Promise<{ webhookId: number; deliveryId: number }> => {
  for (const { id } of JSON.parse((await app.call('/webhooks')).text)) {
    await app.call(`/webhooks/${id}`, { method: 'DELETE' })
  }
  const { id: webhookId } = JSON.parse((await addWebhook(app)).text)
  await answerPing(app, BigInt(webhookId))
  const [ping] = JSON.parse((await app.call(`/webhooks/${webhookId}/deliveries`)).text)
  return { webhookId, deliveryId: ping.id }
}

const picture = { body: png(4, 2), headers: { 'Content-Type': 'image/png' } }

const addPhoto = async (app: TestApp, petId: number): Promise<number> =>
  JSON.parse((await app.call(`/pets/${petId}/photos`, { method: 'POST', ...picture })).text).id

it('the examples of the document work when they are tried one after the other, and again', async (app) => {
  const rex = { name: 'Rex', categoryId: 3 }
  const create = async (path: string, body: object): Promise<number> => {
    const { text } = await app.call(path, { method: 'POST', body })
    return JSON.parse(text).id
  }
  await create('/pets', rex)
  let tried = 0
  for (let round = 0; round < 2; round += 1) {
    for (const operation of operations) {
      // A clock that was moved to the sunset has removed one of them.
      if (operation.operationId === 'moveClock') continue
      // The previous operation may have deleted it.
      await app.call('/categories/3', { method: 'PUT', body: { name: 'Dogs' } })
      const orderId = await create('/store/orders', { petId: await create('/pets', rex) })
      for (const sample of bodiesOf(operation)) {
        const id = await create('/pets', rex)
        const webhook = await newWebhook(app)
        const contactId = await create('/contacts', { name: 'Jo Fox' })
        const noteId = await create('/notes', { contactId, text: 'Has a garden.' })
        // A text, which is as good as a number here.
        const keyId = await create('/keys', { name: 'Anna', scopes: ['pets:read'] })
        const body = withPet(sample, id)
        const photoId = operation.path.includes('{photoId}') ? await addPhoto(app, id) : undefined
        let path = operation.path
        const query = new URLSearchParams()
        const headers: Record<string, string> = {}
        for (const parameter of operation.parameters) {
          const [example] = resolve(parameter.schema).examples ?? []
          if (example === undefined) continue
          const given = { petId: id, orderId, contactId, noteId, photoId, keyId, ...webhook }[
            parameter.name
          ]
          const text =
            given !== undefined
              ? String(given)
              : typeof example === 'string'
                ? example
                : Array.isArray(example)
                  ? example.map(String).join()
                  : JSON.stringify(example)
          if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, text)
          else if (parameter.in === 'query') query.set(parameter.name, text)
          else headers[parameter.name] = text
        }
        const target = `${app.baseUrl}${path.replaceAll(/\{[^}]*\}/g, '1')}?${query.toString()}`
        const { method } = operation
        const sent = operation.bytesType === undefined ? { headers, body } : picture
        const { status, text } = await call(target, { method, key: app.key, ...sent })
        assert.ok(status < 300, `${method} ${target} ${JSON.stringify(headers)}: ${status} ${text}`)
        tried += 1
        await app.call(`/keys/${keyId}`, { method: 'DELETE' })
      }
    }
  }
  assert.ok(tried > 10)
})
