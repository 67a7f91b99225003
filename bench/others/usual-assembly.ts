import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pets } from './contender.ts'

/** The only valid key. */
export const usualKey = 'a-key-of-the-usual-assembly'

/** The part of Fastify that is used here; its types are not installed. */
type Request = {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly query: { readonly limit: number; readonly after: number }
  readonly params: { readonly petId: number }
  readonly body: { readonly name: string; readonly categoryId: number; readonly status: string }
  keyId: string
}
type Reply = { code(status: number): Reply; send(body: unknown): Reply }

const status = { type: 'string', enum: ['available', 'pending', 'sold'] } as const
const newPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 200 },
    categoryId: { type: 'integer' },
    status: { ...status, default: 'available' },
  },
} as const
const pet = {
  type: 'object',
  properties: { id: { type: 'integer' }, ...newPet.properties, status },
} as const

/** The three operations, written as the documentation of Fastify and its plugins shows. */
const main = async (packages: string, port: number): Promise<void> => {
  const require = createRequire(join(packages, 'package.json'))
  const app = require('fastify')({ logger: false })
  const database = openDatabase()
  const findKey = database.prepare('SELECT id FROM api_keys WHERE hash = ?')
  const page = database.prepare(
    'SELECT id, name, category_id AS categoryId, status FROM pets WHERE id > ? ORDER BY id LIMIT ?',
  )
  const one = database.prepare(
    'SELECT id, name, category_id AS categoryId, status FROM pets WHERE id = ?',
  )
  const insert = database.prepare('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)')

  app.get('/healthz', () => ({ ok: true }))
  await app.register(
    async (api: typeof app) => {
      api.decorateRequest('keyId', '')
      api.addHook('onRequest', async (request: Request, reply: Reply) => {
        const key = request.headers['authorization']?.replace(/^Bearer /i, '') ?? ''
        const found = findKey.get(hash('sha256', key))
        if (found === undefined) return reply.code(401).send({ message: 'Unknown API key.' })
        request.keyId = String(found['id'])
        return undefined
      })
      await api.register(require('@fastify/rate-limit'), {
        max: 1_000_000_000,
        timeWindow: '1 minute',
        keyGenerator: (request: Request) => request.keyId,
      })
      const query = {
        type: 'object',
        additionalProperties: false,
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          after: { type: 'integer', default: 0 },
        },
      }
      const pages = { querystring: query, response: { 200: { type: 'array', items: pet } } }
      api.get('/pets', { schema: pages }, ({ query: { limit, after } }: Request) =>
        page.all(after, limit),
      )
      const params = { type: 'object', properties: { petId: { type: 'integer' } } }
      api.get(
        '/pets/:petId',
        { schema: { params, response: { 200: pet } } },
        ({ params: { petId } }: Request, reply: Reply) =>
          one.get(petId) ?? reply.code(404).send({ message: 'No such pet.' }),
      )
      api.post(
        '/pets',
        { schema: { body: newPet, response: { 201: pet } } },
        ({ body }: Request, reply: Reply) => {
          const { lastInsertRowid } = insert.run(body.name, body.categoryId, body.status)
          return reply.code(201).send({ id: Number(lastInsertRowid), ...body })
        },
      )
    },
    { prefix: '/v1' },
  )
  await app.listen({ host: '127.0.0.1', port })
}

const openDatabase = (): DatabaseSync => {
  const database = new DatabaseSync('pets.sqlite')
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE api_keys (id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE);
    CREATE TABLE pets (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL, category_id INTEGER NOT NULL, status TEXT NOT NULL
    );`)
  const addKey = database.prepare('INSERT INTO api_keys VALUES (?, ?)')
  addKey.run('key', hash('sha256', usualKey))
  const add = database.prepare('INSERT INTO pets VALUES (?, ?, ?, ?)')
  for (const each of pets) add.run(each.id, each.name, each.categoryId, each.status)
  return database
}

const [, program, packages, port] = process.argv
if (program === import.meta.filename && packages !== undefined) await main(packages, Number(port))
