import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { redirectTypeScript } from '../../scripts/generators/typescript-6.ts'
import { it, type TestApp } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { type Operation, openapiSource, operations, resolve } from '../helpers/openapi.ts'
import { png } from '../helpers/pictures.ts'
import { addWebhook, answerPing } from '../helpers/webhooks.ts'

redirectTypeScript()
const { default: openapiTypes, astToString } = await import('openapi-typescript')
const { default: typescript } = await import('typescript-6')

/** Made once: it takes longer than a check. */
const types = astToString(await openapiTypes(openapiSource))

/** The errors of the type checker for a program of two files: the types of the document, and this text. */
const complaintsAbout = (text: string): readonly string[] => {
  const files: Readonly<Record<string, string>> = {
    '/types.ts': types,
    '/examples.ts': text,
  }
  const options = {
    strict: true,
    noEmit: true,
    target: typescript.ScriptTarget.ESNext,
    // The types need none of the browser's, and those of the language are not on trial.
    lib: ['lib.esnext.d.ts'],
    types: [],
    skipLibCheck: true,
  }
  const host = typescript.createCompilerHost(options)
  const libraryFile = host.getSourceFile.bind(host)
  const libraryExists = host.fileExists.bind(host)
  host.getSourceFile = (name, ...rest) => {
    const own = files[name]
    return own === undefined
      ? libraryFile(name, ...rest)
      : typescript.createSourceFile(name, own, options.target)
  }
  host.fileExists = (name) => name in files || libraryExists(name)
  const program = typescript.createProgram(Object.keys(files), options, host)
  return typescript
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, '\n'))
}

const typeOf = ({ path, method }: Operation): string =>
  `paths[${JSON.stringify(path)}][${JSON.stringify(method.toLowerCase())}]`

/** Each example of a body as a constant of the type that openapi-typescript gives it. */
const examplesAsProgram = (): string => {
  const constants = operations.flatMap((operation) => [
    ...Object.values(operation.bodyExamples).map(
      ({ value }) => [`${typeOf(operation)}['requestBody']`, value] as const,
    ),
    ...[...operation.responses].flatMap(([status, { body }]) =>
      Object.values(body?.examples ?? {}).map(
        ({ value }) => [`${typeOf(operation)}['responses'][${status}]`, value] as const,
      ),
    ),
  ])
  assert.ok(constants.length > 20)
  const lines = constants.map(
    ([type, value], index) =>
      `export const example${index}: ${type}['content']['application/json'] = ${JSON.stringify(value)}`,
  )
  return `import type { paths } from './types'\n${lines.join('\n')}\n`
}

test('every example of a body is of the type that openapi-typescript makes of it', () => {
  assert.deepEqual(complaintsAbout(examplesAsProgram()), [])
})

test('a type checker refuses an example that lacks what is required', () => {
  const wrong = `import type { components } from './types'
    export const example: components['schemas']['NewPet'] = { name: 'Rex' }`
  assert.match(String(complaintsAbout(wrong)), /categoryId/)
})

test('the Postman collection has one request for each operation, of its first example', () => {
  const file = new URL('../../examples/petstore.postman_collection.json', import.meta.url)
  const { item: folders }: PostmanFolder = JSON.parse(readFileSync(file, 'utf8'))
  const requests = folders.flatMap(({ item }) => item.map(({ request }) => request))
  const templateOf = ({ method, url }: PostmanRequest): string =>
    `${method} /${url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`
  const expected = operations.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(requests.map(templateOf).sort(), expected.sort())
  for (const request of requests) {
    const template = templateOf(request)
    const found = operations.find(({ method, path }) => `${method} ${path}` === template)
    const [sample] = Object.values(found?.bodyExamples ?? {})
    const { header, url, body } = request
    assert.equal(url.raw, `{{baseUrl}}/${url.path.join('/')}`)
    assert.deepEqual(body?.raw && JSON.parse(body.raw), sample?.value, template)
    assert.equal(body?.mode === 'file', found?.bytesType !== undefined, template)
    const sent = [...header, ...url.query, ...url.variable].filter(({ disabled }) => !disabled)
    const empty = sent.filter(({ value }) => value === '' || value.includes('{{'))
    assert.deepEqual(empty, [], template)
    const required = found?.parameters.filter((parameter) => parameter.required) ?? []
    const names = sent.map(({ key }) => key).filter((key) => key !== 'Content-Type')
    assert.deepEqual(names.sort(), required.map(({ name }) => name).sort(), template)
  }
})

type PostmanFolder = {
  readonly item: ReadonlyArray<{
    readonly item: ReadonlyArray<{ readonly request: PostmanRequest }>
  }>
}
type PostmanValue = { readonly key: string; readonly value: string; readonly disabled?: true }
type PostmanRequest = {
  readonly method: string
  readonly header: readonly PostmanValue[]
  readonly url: {
    readonly raw: string
    readonly path: readonly string[]
    readonly query: readonly PostmanValue[]
    readonly variable: readonly PostmanValue[]
  }
  readonly body?: { readonly mode: 'raw' | 'file'; readonly raw?: string }
}

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
