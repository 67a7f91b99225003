import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { LocalCluster } from '../../scripts/cluster/cluster.ts'
import { findPostgres } from '../../scripts/cluster/databases.ts'
import { clusterPackages, missingHere } from '../../scripts/cluster/missing.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { assertShown, readDocument, runBlocks } from '../helpers/docs.ts'
import { programsOf } from '../helpers/docs-format.ts'
import { needs } from '../helpers/needs.ts'
import { giveToOtherUser, otherUser } from '../helpers/other-user.ts'
import { poll } from '../helpers/poll.ts'

const path = 'docs/cluster.md'
const root = fileURLToPath(new URL('../..', import.meta.url))
const text = readFileSync(join(root, path), 'utf8')
const document = readDocument(path)
const blocksOf = (name: string) => document.tests.get(name) ?? []

const run = promisify(execFile)
const noCluster = process.env['CI'] === 'true' ? false : missingHere()

test(`${path} marks each block of commands as tested, or says why not, and bash can read all`, () => {
  assert.deepEqual(document.faults, [])
  for (const [, code = ''] of text.matchAll(/^```sh\n(.*?)^```/gms)) {
    const { status, stderr } = spawnSync('bash', ['-n', '-c', code], { encoding: 'utf8' })
    assert.equal(status, 0, `${code}\n${stderr}`)
  }
})

test(`${path} installs the packages that a cluster needs, and so does what runs the tests`, () => {
  const [, names = ''] = /apt-get install --no-install-recommends (.*)/.exec(text) ?? []
  // Every Debian has util-linux.
  const wanted = clusterPackages.filter((name) => name !== 'util-linux').toSorted()
  assert.deepEqual(names.split(' ').toSorted(), wanted)
  const installs = readFileSync(join(root, '.ci/run'), 'utf8')
  for (const name of wanted) assert.match(installs, RegExp(`\\b${name}\\b`))
})

test(
  `${path}: the commands of "files" fill in every file`,
  { skip: needs('bash', ...programsOf(blocksOf('files'))) },
  async (t) => {
    const folder = temporaryFolder(t)
    for (const each of ['default', 'patroni', 'redis', 'nginx/conf.d', 'systemd/system']) {
      mkdirSync(join(folder, 'etc', each), { recursive: true })
    }
    const ran = await runBlocks(blocksOf('files'), {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        CLUSTER_ENV: join(folder, 'etc/petstore/cluster.env'),
      },
      translate: (code) =>
        code.replaceAll(/(?<!\w)\/etc\//g, `${folder}/etc/`).replaceAll('/opt/petstore/', root),
    })
    assertShown(path, blocksOf('files'), ran)
    const files = globSync('etc/**/*', { cwd: folder, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    assert.equal(files.length, 18)
    for (const file of files) assert.doesNotMatch(readFileSync(file, 'utf8'), /__[A-Z]/, file)
    const read = (name: string): string => readFileSync(join(folder, 'etc', name), 'utf8')
    assert.match(read('patroni/config.yml'), /^name: a$/m)
    assert.doesNotMatch(read('redis/redis.conf'), /^replicaof/m, 'the first machine is no replica')
    const sites = read('nginx/conf.d/petstore.conf') + read('nginx/conf.d/petstore-machines.conf')
    assert.equal(sites.match(/^upstream petstore_production \{/gm)?.length, 1)
  },
)

/** Programs in the place of those that would change this machine. */
const standIns = (folder: string, machine: string): string => {
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const scripts = {
    git: ':',
    npm: ':',
    petstore: `exec '${process.execPath}' '${join(root, 'bin/petstore.js')}' "$@"`,
    // The launcher starts the service again, as systemd would.
    systemctl: `
[ "$*" = 'restart petstore' ] || exit 1
for each in /proc/[0-9]*; do
  if [ "$(readlink $each/cwd)" = '${machine}' ] && grep -q petstore.js $each/cmdline; then kill "\${each#/proc/}"; fi
done`,
  }
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(programs, name), `#!/bin/bash\n${script}\n`)
    chmodSync(join(programs, name), 0o755)
  }
  return programs
}

/** A cluster on which the blocks of the document run, as if it were three machines. */
const startMachines = async (t: TestContext) => {
  const cluster = await LocalCluster.create()
  t.after(async () => await cluster.end())
  const { nodes, key } = await cluster.start('synchronous', () => {})
  const { folder, machines } = cluster
  const [first] = machines
  assert.ok(first)
  const own = temporaryFolder(t)
  const variables = Object.entries(cluster.variables(first))
  const environment = join(own, 'petstore.env')
  writeFileSync(environment, variables.map(([name, value]) => `${name}='${value}'\n`).join(''))
  const backup = join(folder, 'backup')
  mkdirSync(backup)
  giveToOtherUser(backup)
  const bin = findPostgres() ?? ''
  const user = otherUser()
  const translations: ReadonlyArray<readonly [string, string]> = [
    ['/etc/patroni/config.yml', join(first.folder, 'postgres/patroni.yml')],
    ['/etc/petstore/cluster.env', join(folder, 'cluster.env')],
    ['/etc/petstore.env', environment],
    ['/opt/petstore', root.replace(/\/$/, '')],
    ['/srv/backup', backup],
    ['/usr/lib/postgresql/15/bin', bin],
    // So that midnight may pass.
    ['$(date +%F)', 'today'],
    ['port=5433', 'port=15433'],
    ['--port 5433', '--port 15433'],
    // The cluster has a database of the service already.
    ['fill a database.sql', `fill a database.sql | sed 's/ petstore/ another/g'`],
    ['runuser -u postgres --', user.join(' ')],
    ['--owner postgres --group postgres', user.length > 0 ? '--owner nobody' : ''],
    ['chown --recursive postgres:', user.length > 0 ? 'chown --recursive nobody' : 'true'],
    ...machines.map(({ address }, at) => [`10.0.0.${at + 1}`, address] as const),
  ]
  const runAll = async (name: string, moment = ''): Promise<void> => {
    const blocks = blocksOf(name)
    const ran = await runBlocks(blocks, {
      cwd: own,
      env: {
        PATH: [standInPath, process.env['PATH'] ?? '', bin].join(delimiter),
        HOME: own,
        LANG: 'C.UTF-8',
        CLUSTER_ENV: join(folder, 'cluster.env'),
      },
      translate: (code) =>
        [...translations, ['2026-11-22 14:04:00+00', moment] as const].reduce(
          (all, [from, to]) => all.replaceAll(from, to),
          code,
        ),
    })
    assertShown(path, blocks, ran)
  }
  const standInPath = standIns(own, first.folder)
  /** Asks the database that takes writes. */
  const ask = async (query: string): Promise<string> => {
    const hosts = machines.map(({ address }) => address).join(',')
    const place = `host=${hosts} user=postgres dbname=petstore target_session_attrs=read-write`
    const env = { PGPASSWORD: cluster.administrator }
    const { stdout } = await run(join(bin, 'psql'), ['-XtA', place, '-c', query], { env })
    return stdout.trim()
  }
  return { cluster, nodes, key, runAll, ask }
}

test(
  `${path}: the commands for a running cluster do what is shown, and the database goes back to a moment`,
  { skip: noCluster === false ? needs('bash', 'curl') : noCluster },
  async (t) => {
    const { cluster, nodes, key, runAll, ask } = await startMachines(t)
    const add = async (name: string): Promise<void> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ name, categoryId: 1 })
      await poll(async () => {
        const answer = await fetch(`${nodes[1]}/pets`, { method: 'POST', headers, body })
        return answer.status === 201
      })
    }
    await add('Before the copy')
    await runAll('a cluster')
    await cluster.settled()
    await add('After the copy')
    const moment = await ask('SELECT clock_timestamp()')
    await add('A mistake')
    const last = await ask('SELECT pg_walfile_name(pg_switch_wal())')
    await poll(async () => {
      const archived = await ask(`SELECT last_archived_wal >= '${last}' FROM pg_stat_archiver`)
      return archived === 't'
    })
    await runAll('a restore', moment)
  },
)
