import { join } from 'node:path'
import { type Contender, fileOf, pets, type Place, startServer, systemPath } from './contender.ts'
import { run } from './program.ts'

const token = 'a-token-of-the-administrator-of-this-run'

/** Directus: an API and a console over a database, without own code. */
export const directus: Contender = {
  name: 'Directus 12.4.0 with SQLite',
  packages: ['directus@12.4.0'],
  notes:
    'It has keys, roles, permissions, filters, a console and other databases. Each create is durable, and noted in its activity and revisions. Its limiter counts by network address and not by key. It has no quotas by plan, no bans, no cursors and no idempotency. It ran on the Node of the machine, which its native packages are compiled for.',
  start: async (place) => {
    const env = settings(place)
    const program = fileOf(place, 'directus', 'cli.js')
    const own = { cwd: place.folder, env: { ...env, PATH: systemPath, HOME: place.folder } }
    await run('node', [program, 'bootstrap'], own)
    const server = await startServer('node', [program, 'start'], place, '/server/ping', env)
    const headers = { Authorization: `Bearer ${token}` }
    const post = async (path: string, body: unknown): Promise<void> => {
      const { status } = await fetch(`http://127.0.0.1:${place.port}${path}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (status >= 300) throw new Error(`Directus answered ${status} to ${path}.`)
    }
    await post('/collections', {
      collection: 'pets',
      schema: {},
      meta: {},
      fields: [
        {
          field: 'id',
          type: 'integer',
          schema: { is_primary_key: true, has_auto_increment: true },
        },
        { field: 'name', type: 'string', schema: { is_nullable: false, max_length: 200 } },
        { field: 'categoryId', type: 'bigInteger', schema: { is_nullable: false } },
        { field: 'status', type: 'string', schema: { default_value: 'available' } },
      ],
    })
    // It takes this many at once.
    for (let at = 0; at < pets.length; at += 100) {
      await post('/items/pets', pets.slice(at, at + 100))
    }
    return { server, headers, list: '/items/pets', page: '/items/pets?limit=20' }
  },
}

const settings = ({ folder, port }: Place): Record<string, string> => ({
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DB_CLIENT: 'sqlite3',
  DB_FILENAME: join(folder, 'data.db'),
  SECRET: 'a-secret-of-this-run-and-of-no-other',
  ADMIN_EMAIL: 'bench@example.com',
  ADMIN_PASSWORD: 'a-password-of-this-run',
  ADMIN_TOKEN: token,
  LOG_LEVEL: 'error',
  TELEMETRY: 'false',
  RATE_LIMITER_ENABLED: 'true',
  RATE_LIMITER_STORE: 'memory',
  RATE_LIMITER_POINTS: '1000000000',
  RATE_LIMITER_DURATION: '60',
  // Its rate limiter would refuse requests under this load.
  PRESSURE_LIMITER_ENABLED: 'false',
})
