import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Contender, fileOf, pets, startServer } from './contender.ts'

/** json-server: a JSON file as an API. */
export const jsonServer: Contender = {
  name: 'json-server 0.17.4',
  packages: ['json-server@0.17.4'],
  notes:
    'It has no keys, no quotas, no validation and no idempotency. All animals lie in memory. Each create writes the whole file anew and does not sync it, so a crash may lose or cut it.',
  start: async (place) => {
    const file = join(place.folder, 'db.json')
    writeFileSync(file, JSON.stringify({ pets }))
    const program = fileOf(place, 'json-server', 'lib', 'cli', 'bin.js')
    const args = [program, '--quiet', '--host', '127.0.0.1', '--port', String(place.port), file]
    const server = await startServer(process.execPath, args, place, '/pets/1')
    return { server, headers: {}, list: '/pets', page: '/pets?_limit=20' }
  },
}
