import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/app.ts'
import { commandsIn, linesOf } from '../helpers/command.ts'
import { noPostgres, startPostgres } from '../helpers/postgres.ts'
import { runCommand, startProcess, startService } from '../helpers/service.ts'
import { seededRandom } from '../torture/random.ts'

const animals = 3_000
const rounds = 8

/** A file of animals with profiles and facts; each bears the number of its import. */
const spreadsheet = (round: number): string => {
  const lines = Array.from(
    { length: animals },
    (_, n) => `A${round},1,Cat,R${round}N${n},fact ${n}`,
  )
  return ['name,categoryId,profile.species,profile.chip,mark', ...lines, ''].join('\n')
}

/** How many whole animals each import brought. It fails if one lacks a part of its profile. */
const broughtBy = (exported: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { name, profile } of linesOf(exported).filter((pet) => pet.name.startsWith('A'))) {
    const [, n] = /^R\d+N(\d+)$/.exec(profile?.chip ?? '') ?? []
    const whole = [`R${name.slice(1)}N${n}`, `fact ${n}`]
    assert.deepEqual([profile?.chip, profile?.facts?.mark], whole, name)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

const survive = async (t: TestContext, variables: Readonly<Record<string, string>>) => {
  const seed = Date.now() % 1_000_000
  const random = seededRandom(seed)
  const dataDir = temporaryFolder(t)
  let service = await startService(t, dataDir, variables)
  const key = await service.addKey('staging')
  const importOf = (round: number): readonly string[] => {
    const file = join(dataDir, `${round}.csv`)
    writeFileSync(file, spreadsheet(round))
    return ['pets', 'import', file, '--facts', '--environment', 'staging']
  }
  const { done: command } = commandsIn(dataDir, { env: service.env })
  const first = importOf(0)
  const begun = performance.now()
  const { status, error } = await runCommand(first, service.env)
  assert.equal(status, 0, error)
  const lasts = performance.now() - begun
  const done = new Set(['A0'])
  let interrupted = 0
  for (let round = 1; round <= rounds; round += 1) {
    const { child, closed } = startProcess(t, importOf(round), service.env)
    await setTimeout(random() * 1.2 * lasts)
    const isOfService = round % 2 === 0
    if (isOfService) await service.stop('SIGKILL')
    else child.kill('SIGKILL')
    await closed
    if (isOfService) service = await startService(t, dataDir, variables)
    if (child.exitCode === 0) done.add(`A${round}`)
    else interrupted += 1
    const counts = broughtBy(await command('pets export - --format ndjson --profiles'))
    const text = `seed ${seed}, round ${round}: ${JSON.stringify(Object.fromEntries(counts))}`
    for (const count of counts.values()) assert.equal(count, animals, text)
    for (const name of done) assert.ok(counts.has(name), `${text} lacks ${name}`)
    // An import that was killed between its commit and its answer stays.
    for (const name of counts.keys()) done.add(name)
    const { text: found } = await service.asking(key)(`/profiles?chip=R${round}N7`)
    assert.equal(found !== '[]', done.has(`A${round}`), text)
  }
  assert.ok(interrupted > 0, 'No kill came in time.')
}

const what =
  'an import with profiles that is killed brings all of them or none, and one beside which the service is killed goes on'

test(`on SQLite, ${what}`, async (t) => await survive(t, {}))

test(`on PostgreSQL, ${what}`, { skip: noPostgres() }, async (t) => {
  const postgres = await startPostgres()
  t.after(postgres.close)
  const store = postgres.url(await postgres.newDatabase())
  await survive(t, { PETSTORE_STAGING_STORE: store })
})
