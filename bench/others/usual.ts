import { fileURLToPath } from 'node:url'
import { type Contender, startServer } from './contender.ts'
import { usualKey } from './usual-assembly.ts'

/** The usual assembly: a framework with its usual plugins, in front of SQLite. */
export const usual: Contender = {
  name: 'Fastify 5.12.8 with rate limiter and SQLite',
  packages: ['fastify@5.12.8', '@fastify/rate-limit@11.2.0'],
  notes:
    'It finds keys by their hash in SQLite, counts one window for each key in memory (`@fastify/rate-limit`) and validates with ajv. Each create is durable, with a sync of its own (`node:sqlite`, WAL, `synchronous=FULL`). It has no day window, no bans, no exact int64, no cursors, no idempotency and no metrics; its counts end with the process.',
  start: async (place) => {
    const program = fileURLToPath(new URL('usual-assembly.ts', import.meta.url))
    const args = [program, place.packages, String(place.port)]
    const server = await startServer(process.execPath, args, place, '/healthz')
    const headers = { Authorization: `Bearer ${usualKey}` }
    return { server, headers, list: '/v1/pets', page: '/v1/pets' }
  },
}
