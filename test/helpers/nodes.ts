import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { temporaryFolder } from './app.ts'
import type { Cleanup } from './cleanup.ts'
import { freePort } from './free-port.ts'
import { noPostgres, startPostgres } from './postgres.ts'
import { createPet, startService, wide } from './service.ts'
import { startProxy } from './tcp-proxy.ts'
import { needsValkey, startValkey } from './valkey.ts'

/** The reason to skip a test of several nodes, or false. */
export const needsNodes = noPostgres() === false ? needsValkey : noPostgres()

/**
 * Starts nodes of staging, which serve the same data and count together. Everything ends with the test.
 *
 * @param chosen variables that differ from the usual ones
 * @param count from 2 on
 * @param options of the counters, as in `startValkey`
 */
export const startNodes = async (
  t: Cleanup,
  chosen: Readonly<Record<string, string>> = {},
  count = 2,
  options: readonly string[] = [],
) => {
  const server = await startPostgres()
  t.after(() => server.close())
  const valkey = await startValkey(t, options)
  const database = await server.newDatabase()
  const variables = {
    PETSTORE_ENVIRONMENTS: 'staging',
    PETSTORE_SECRET_KEY: randomBytes(32).toString('base64'),
    PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8',
    // On a busy machine no node counts alone, but where the engine is down.
    PETSTORE_COUNTERS_DEADLINE: '5000ms',
    ...chosen,
  }
  const engines = (store: number, counters: number) => ({
    PETSTORE_STAGING_STORE: `postgres://petstore@127.0.0.1:${store}/${database}`,
    PETSTORE_STAGING_COUNTERS: `valkey://127.0.0.1:${counters}/nodes`,
  })
  let key = ''
  const startNode = async () => {
    /** Between the node and the database, and between it and the counters. */
    const links = {
      store: await startProxy(t, server.port),
      counters: await startProxy(t, valkey.port),
    }
    const own = engines(links.store.port, links.counters.port)
    // A base URL does not tell where it listens.
    const port = { PETSTORE_STAGING_PORT: String(await freePort()) }
    const service = await startService(t, temporaryFolder(t), { ...variables, ...own, ...port })
    key ||= await service.addKey('staging', ...wide)
    const ask = service.asking(key)
    return {
      service,
      links,
      ask,
      add: async (name: string) => {
        const { status, text } = await createPet(ask, name)
        assert.equal(status, 201, text)
      },
    }
  }
  type Started = Awaited<ReturnType<typeof startNode>>
  const nodes: [Started, Started, ...Started[]] = [await startNode(), await startNode()]
  while (nodes.length < count) nodes.push(await startNode())
  /** For commands, over links of their own. */
  const env = { ...variables, ...engines(server.port, valkey.port) }
  return { nodes, server, valkey, env }
}

export type Node = Awaited<ReturnType<typeof startNodes>>['nodes'][0]
