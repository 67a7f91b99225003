import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * A conventional server, as in the documentation of Fastify and its plugins: keys in SQLite, one rate-limit
 * window per key in memory, validation by ajv, a durable create. Arguments: the folder of its packages, the
 * port, the key, and the number of animals.
 */
const [packages = '', port, key, animals] = process.argv.slice(2)
const require = createRequire(join(packages, 'package.json'))
const app = require('fastify')({ logger: false })
const database = new DatabaseSync('pets.sqlite')
database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE api_keys (id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE);
    CREATE TABLE pets (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, category_id INTEGER, status TEXT);
    INSERT INTO api_keys VALUES ('key', '${key}');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${animals})
    INSERT INTO pets (name, category_id, status) SELECT 'Animal ' || i, i % 1000, 'available' FROM n;`)
const columns = 'id, name, category_id AS categoryId, status FROM pets'
const findKey = database.prepare('SELECT id FROM api_keys WHERE hash = ?')
const page = database.prepare(`SELECT ${columns} WHERE id > ? ORDER BY id LIMIT ?`)
const one = database.prepare(`SELECT ${columns} WHERE id = ?`)
const insert = database.prepare('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)')
const body = {
  type: 'object',
  required: ['name', 'categoryId'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 200 },
    categoryId: { type: 'integer' },
    status: { type: 'string', enum: ['available', 'pending', 'sold'], default: 'available' },
  },
}
const number = (otherwise: number) => ({ type: 'integer', default: otherwise })
const pet = { type: 'object', properties: { id: { type: 'integer' }, ...body.properties } }
const querystring = { type: 'object', properties: { limit: number(20), after: number(0) } }
const listed = { querystring, response: { 200: { type: 'array', items: pet } } }
const read = { schema: { response: { 200: pet } } }
// The benchmark installs the packages, so their types are missing here.
// oxlint-disable-next-line typescript/no-explicit-any
type Untyped = any
app.addHook('onRequest', async (request: Untyped, reply: Untyped) => {
  const found = findKey.get(request.headers.authorization?.replace(/^Bearer /i, '') ?? '')
  if (found === undefined) return reply.code(401).send({ message: 'Unknown API key.' })
  request.keyId = String(found['id'])
  return undefined
})
await app.register(require('@fastify/rate-limit'), {
  max: 1_000_000_000,
  timeWindow: '1 minute',
  keyGenerator: (request: Untyped) => request.keyId,
})
app.get('/v1/pets', { schema: listed }, ({ query }: Untyped) => page.all(query.after, query.limit))
app.get('/v1/pets/:id', read, ({ params }: Untyped) => one.get(params.id))
const created = { schema: { body, response: { 201: pet } } }
app.post('/v1/pets', created, (request: Untyped, reply: Untyped) => {
  const { name, categoryId, status } = request.body
  const { lastInsertRowid } = insert.run(name, categoryId, status)
  return reply.code(201).send({ id: Number(lastInsertRowid), ...request.body })
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.stdout.write('listening\n')
