import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'

const script = readFileSync(new URL('../../console/built/worker.js', import.meta.url), 'utf8')
const page = 'https://store.example/pets/console'
const beside = (path: string): string => new URL(path, page).href

type Handler = (event: object) => void

/** The files of the service by their addresses, and what a browser keeps: caches by name, of texts by address. */
const browser = () => {
  const served = new Map<string, string>()
  const kept = new Map<string, Map<string, string>>()
  const find = (cache: Map<string, string> | undefined, address: string): Response | undefined =>
    cache?.has(address) ? new Response(cache.get(address)) : undefined
  const fetched = async (asked: string | { readonly url: string }): Promise<Response> => {
    const text = served.get(typeof asked === 'string' ? asked : asked.url)
    if (text === undefined) throw new TypeError('There is no connection.')
    return new Response(text)
  }
  const caches = {
    keys: async () => [...kept.keys()],
    has: async (name: string) => kept.has(name),
    delete: async (name: string) => kept.delete(name),
    match: async ({ url }: { url: string }) =>
      [...kept.values()].flatMap((cache) => find(cache, url) ?? [])[0],
    open: async (name: string) => {
      const cache = kept.get(name) ?? new Map<string, string>()
      kept.set(name, cache)
      return {
        match: async (address: string) => find(cache, address),
        addAll: async (paths: readonly string[]) => {
          for (const path of paths)
            cache.set(beside(path), await (await fetched(beside(path))).text())
        },
      }
    },
  }
  /** Puts a build on the service, and starts its worker. */
  const start = (build: string, pageOf = build) => {
    const file = `console/${build}/main.js`
    served.set(page, `<script src="console/${pageOf}/main.js">`).set(beside(file), build)
    const handlers = new Map<string, Handler>()
    const self = {
      registration: { scope: page },
      skipWaiting: async () => undefined,
      clients: { claim: async () => undefined },
      addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    }
    const context = { self, caches, fetch: fetched, URL, Response, AbortSignal }
    runInNewContext(`const files=${JSON.stringify([file])};${script}`, context)
    const run = async (type: string): Promise<unknown> => {
      const { promise, resolve } = Promise.withResolvers()
      handlers.get(type)?.({ waitUntil: resolve })
      return await promise
    }
    const ask = async (url: string): Promise<string | undefined> => {
      let answer: Promise<Response> | undefined
      const respondWith = (given: Promise<Response>): void => void (answer = given)
      handlers.get('fetch')?.({ request: { url, method: 'GET' }, respondWith })
      return answer && (await (await answer).text())
    }
    return { run, ask }
  }
  return { served, kept, start }
}

test('the worker starts the page and the files of one build, and keeps those of the build before for pages that are open', async () => {
  const { served, kept, start } = browser()
  kept.set(`pictures ${page}`, new Map())
  for (const build of ['one', 'two', 'three']) {
    const worker = start(build)
    await worker.run('install')
    await worker.run('activate')
  }
  assert.deepEqual([...kept.keys()], [`pictures ${page}`, `${page} two`, `${page} three`])
  const worker = start('three')
  served.clear()
  assert.match(String(await worker.ask(`${page}#/animals`)), /console\/three\/main\.js/)
  assert.equal(await worker.ask(beside('console/three/main.js')), 'three')
  assert.equal(await worker.ask(beside('console/two/main.js')), 'two')
  await assert.rejects(worker.ask(beside('console/one/main.js')))
  // What the interface answers is none of its business.
  assert.equal(await worker.ask(beside('v1/pets')), undefined)
})

test('while two builds are served, the worker keeps no page of the other', async () => {
  const { start } = browser()
  await assert.rejects(start('two', 'one').run('install'), /another build/)
})
