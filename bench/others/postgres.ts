import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cost, freePort, run, startProgram, stopProgram, timeOfAll } from './program.ts'

const animals = 1_000_000
const seconds = 5

/** Measured with pgbench: 8 connections, prepared statements. */
const scripts = {
  page: `\\set after random(1, ${animals - 20})
    SELECT id, name, category_id, status FROM pets WHERE id > :after ORDER BY id LIMIT 20;`,
  insert: `INSERT INTO pets (name, category_id, status) VALUES ('Rex', 3, 'available') RETURNING id;`,
} as const

const schema = `
  CREATE TABLE pets (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    category_id bigint NOT NULL,
    status text NOT NULL CHECK (status IN ('available', 'pending', 'sold'))
  );
  INSERT INTO pets (name, category_id, status)
    SELECT 'Animal ' || n, n % 100, 'available' FROM generate_series(1, ${animals}) AS n;
  CREATE INDEX pets_by_status ON pets (status, id);`

/** The user nobody: PostgreSQL refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

export const measurePostgres = async (): Promise<Record<keyof typeof scripts, Cost>> => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-postgres-'))
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid)
  const programs = folderOfPrograms()
  const port = String(await freePort())
  const data = join(folder, 'data')
  const own = { ...nobody, cwd: folder }
  const client = ['--host', folder, '--port', port, '--username', 'bench']
  try {
    const init = ['--pgdata', data, '--username', 'bench', '--auth', 'trust', '--no-sync']
    await run(join(programs, 'initdb'), init, own)
    const settings = [`unix_socket_directories=${folder}`, 'listen_addresses=', `port=${port}`]
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
    const server = await startProgram(join(programs, 'postgres'), args, /ready to accept/, own)
    try {
      const measure = async (name: keyof typeof scripts): Promise<Cost> => {
        const file = join(folder, `${name}.sql`)
        writeFileSync(file, scripts[name])
        const load = ['-n', '-M', 'prepared', '-c', '8', '-T', String(seconds), '-f', file]
        const before = timeOfAll(server.pid)
        const { stdout } = await run(join(programs, 'pgbench'), [...client, ...load, 'postgres'])
        const calls = Number(/actually processed: (\d+)/.exec(stdout)?.[1])
        return { cpu: (timeOfAll(server.pid) - before) / calls, perSecond: calls / seconds }
      }
      const commands = [schema, 'VACUUM ANALYZE pets'].flatMap((each) => ['--command', each])
      await run(join(programs, 'psql'), [...client, ...commands, 'postgres'])
      return { page: await measure('page'), insert: await measure('insert') }
    } finally {
      await stopProgram(server)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The folder of Debian for `initdb` and `postgres`, which are not in the path. */
const folderOfPrograms = (): string => {
  const versions = '/usr/lib/postgresql'
  const newest = readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))[0]
  if (newest === undefined) throw new Error(`There is no PostgreSQL in ${versions}.`)
  return join(versions, newest, 'bin')
}
