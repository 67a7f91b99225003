import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { buildClient } from '../../scripts/build-client.ts'
import { startApp, temporaryFolder, type TestApp } from '../helpers/app.ts'
import { openPage, test } from '../helpers/browser.ts'
import { listen } from '../helpers/listening.ts'
import { addPet } from '../helpers/storage.ts'

/** A page that uses the client, and ends with what it got of it, or with its fault. */
const html = `<!doctype html>
<title>Pets</title>
<script type="importmap">{"imports":{"petstore-client":"/client/index.js"}}</script>
<script type="module">
  import { BanError, NotFoundError, PetStore } from 'petstore-client'
  const [key, origin] = location.hash.slice(1).split('@')
  const use = async () => {
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
    return [
      made.categoryId, ids.join(), missing instanceof NotFoundError && missing.code,
      store.rateLimit.windows.map(({ name }) => name).join(), JSON.stringify(store),
      JSON.stringify(sold), late.name, same.name, followed.slice(-2).join(), noKey,
    ].join(' ')
  }
  const end = document.createElement('output')
  end.textContent = await use().catch((error) => error.message)
  document.body.append(end)
</script>
`

/** Serves the page and the client. */
const startOrigin = async (t: TestContext): Promise<string> => {
  const dist = join(temporaryFolder(t), 'dist')
  buildClient(dist)
  const server = createServer(({ url = '/' }, response) => {
    if (/^\/client\/[\w./-]+\.js$/.test(url) && !url.includes('..')) {
      response.setHeader('Content-Type', 'text/javascript')
      createReadStream(join(dist, url.slice('/client/'.length))).pipe(response)
    } else response.setHeader('Content-Type', 'text/html').end(html)
  })
  return `http://127.0.0.1:${await listen(t, server)}`
}

/** What a page of this origin gets of an application. */
const usedBy = async (t: TestContext, origin: string, app: TestApp): Promise<string> => {
  const { page } = await openPage(t, `${origin}/#${app.key}@${app.origin}`, { ready: 'output' })
  return await page.locator('output').innerText()
}

test('a page of an origin that the operator names uses the whole client, int64 exact; any other reads nothing', async (t) => {
  const origin = await startOrigin(t)
  const app = await startApp(t, { corsOrigins: [origin] })
  for (const name of ['Tom', 'Kit'])
    await addPet(app.storage, { name, categoryId: 1n, status: 'sold' })
  assert.equal(
    await usedBy(t, origin, app),
    [
      `-9223372036854775808 1,2,3 pet_not_found minute,day {"baseUrl":"${app.baseUrl}"}`,
      '{"id":3,"name":"Rex","categoryId":-9223372036854775808,"status":"sold"}',
      'PreconditionError NotModifiedError pet.updated,pet.deleted',
      'Give apiKey, or set PETSTORE_API_KEY.',
    ].join(' '),
  )
  const closed = await startApp(t, { corsOrigins: ['https://shop.example.com'] })
  assert.match(await usedBy(t, origin, closed), /Failed to fetch/)
})
