import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { chromium } from 'playwright-core'
import { buildClient } from '../../scripts/build-client.ts'
import { startApp, temporaryFolder, type TestApp } from '../helpers/app.ts'
import { findProgram, needs } from '../helpers/needs.ts'
import { addPet } from '../helpers/storage.ts'

const page = `<!doctype html>
<title>Pets</title>
<script type="importmap">{"imports":{"petstore-client":"/client/index.js"}}</script>
<script type="module">
  import { BanError, NotFoundError, PetStore } from 'petstore-client'
  const [key, origin = location.origin] = location.hash.slice(1).split('@')
  const store = new PetStore({ apiKey: key, baseUrl: origin + '/v1', retries: 0 })
  const made = await store.pets.create({ name: 'Rex', categoryId: -9223372036854775808n })
  const ids = []
  for await (const pet of store.pets.list({ limit: 2 })) ids.push(String(pet.id))
  const missing = await store.pets.get(404n).catch((error) => error)
  const seen = await store.pets.find(made.id).withResponse()
  const sold = await store.pets.update(made.id, { status: 'sold' }, { ifMatch: seen.etag })
  const late = await store.pets.delete(made.id, { ifMatch: seen.etag }).catch((error) => error)
  const list = await store.pets.list().withResponse()
  const same = await store.pets.list({ ifNoneMatch: list.etag }).catch((error) => error)
  const followed = []
  for await (const { id, type } of store.events({ follow: true })) {
    followed.push(type)
    if (type === 'pet.updated') setTimeout(() => store.pets.delete(made.id), 10)
    if (type === 'pet.deleted') break
  }
  let noKey
  try {
    new PetStore()
  } catch (error) {
    noKey = error.message
  }
  document.title = [
    made.categoryId, ids.join(), missing instanceof NotFoundError && missing.code,
    store.rateLimit.windows.map(({ name }) => name).join(), JSON.stringify(store),
    JSON.stringify(sold), late.name, same.name, followed.slice(-2).join(), noKey,
  ].join(' ')
</script>
`

/** Serves the page and the client. If there is an application, it forwards to it, as a page's own server would. */
const startOrigin = async (t: TestContext, dist: string, app?: TestApp): Promise<string> => {
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    if (url.startsWith('/v1/') && app !== undefined) {
      const onward = httpRequest(app.origin + url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    } else if (/^\/client\/[\w./-]+\.js$/.test(url) && !url.includes('..')) {
      response.setHeader('Content-Type', 'text/javascript')
      createReadStream(join(dist, url.slice('/client/'.length))).pipe(response)
    } else {
      response.setHeader('Content-Type', 'text/html')
      response.end(page)
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Opens the page, and returns what it shows once it has finished, or its faults. */
const titleOf = async (t: TestContext, url: string): Promise<string> => {
  const browser = await chromium.launch({
    executablePath: findProgram('chromium') ?? '',
    args: ['--no-sandbox'],
  })
  t.after(async () => await browser.close())
  const tab = await browser.newPage()
  const fault = new Promise<string>((resolve) => {
    tab.once('pageerror', (error) => resolve(error.message))
  })
  await tab.goto(url)
  const title = tab
    .waitForFunction('document.title !== "Pets"', undefined, { timeout: 0 })
    .then(async () => await tab.title())
  // The page is closed with the test.
  title.catch(() => undefined)
  return await Promise.race([title, fault])
}

const clientFolder = (t: TestContext): string => {
  const dist = join(temporaryFolder(t), 'dist')
  buildClient(dist)
  return dist
}

const addAnimals = async ({ storage }: TestApp): Promise<void> => {
  await addPet(storage, { name: 'Tom', categoryId: 1n, status: 'sold' })
  await addPet(storage, { name: 'Kit', categoryId: 1n, status: 'sold' })
}

/** What the page shows if all goes well. */
const shownWith = (baseUrl: string): string =>
  [
    `-9223372036854775808 1,2,3 pet_not_found minute,day {"baseUrl":"${baseUrl}"}`,
    '{"id":3,"name":"Rex","categoryId":-9223372036854775808,"status":"sold"}',
    'PreconditionError NotModifiedError pet.updated,pet.deleted',
    'There is no API key: give apiKey, or set PETSTORE_API_KEY.',
  ].join(' ')

test('it works in a page in Chromium, int64 exact', { skip: needs('chromium') }, async (t) => {
  const app = await startApp(t)
  await addAnimals(app)
  const origin = await startOrigin(t, clientFolder(t), app)
  assert.equal(await titleOf(t, `${origin}/#${app.key}`), shownWith(`${origin}/v1`))
})

test(
  'a page of another origin that the operator names reads all that the client needs',
  { skip: needs('chromium') },
  async (t) => {
    const origin = await startOrigin(t, clientFolder(t))
    const app = await startApp(t, { corsOrigins: [origin] })
    await addAnimals(app)
    const title = await titleOf(t, `${origin}/#${app.key}@${app.origin}`)
    assert.equal(title, shownWith(app.baseUrl))
  },
)

test('a page of any other origin reads nothing', { skip: needs('chromium') }, async (t) => {
  const origin = await startOrigin(t, clientFolder(t))
  const app = await startApp(t, { corsOrigins: ['https://shop.example.com'] })
  const fault = await titleOf(t, `${origin}/#${app.key}@${app.origin}`)
  assert.match(fault, /Failed to fetch/)
})
