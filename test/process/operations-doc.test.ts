import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../helpers/app.ts'
import { assertShown, readDocument, runBlocks } from '../helpers/docs.ts'
import { programsOf } from '../helpers/docs-format.ts'
import { findProgram, needs, searchPath, testWith } from '../helpers/needs.ts'
import { noOtherUser } from '../helpers/other-user.ts'

const runbook = 'docs/operations.md'
const document = readDocument(runbook)
const blocks = document.tests.get('runbook') ?? []

const namespaces = ['--mount', '--pid', '--net', '--fork'] as const

/** Why this machine cannot simulate a new one; false if it can. */
const noNewMachine = (): string | false => {
  const noOther = noOtherUser()
  if (noOther !== false) return noOther
  const missing = ['unshare', 'runuser', 'useradd', 'ip'].find(
    (program) => findProgram(program) === undefined,
  )
  if (missing !== undefined) return `needs ${missing}`
  const overlay = 'lowerdir=/etc,upperdir=/mnt/upper,workdir=/mnt/work'
  const attempt = `mount -t tmpfs tmpfs /mnt && mkdir /mnt/upper /mnt/work && mount -t overlay overlay -o ${overlay} /etc`
  const { status } = spawnSync('unshare', [...namespaces, 'sh', '-c', attempt])
  if (status !== 0) return 'needs a machine that lets root make namespaces, and mount in them'
  return needs(...programsOf(blocks))
}

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** Stand-ins for programs of a new machine, as far as the runbook needs them. */
const standIns = {
  /** `git clone`: the checkout of the tests, which nobody can write to. Both mounts end with the namespace. */
  git: `mkdir "$3" && mount --bind '${checkout}' "$3" && mount -o remount,bind,ro "$3"`,
  /** `npm ci`: the checkout has its packages. */
  npm: `test -x node_modules/node/bin/node`,
  /** Does with the unit what systemd does, as far as it is about users, folders, variables and the program. */
  systemctl: `
[ "$1" = enable ] || exit 0
shift 2
for name; do
  unit=/etc/systemd/system/\${name/@*/@}.service
  of() { sed -n "s/^$1=-\\?//p" $unit | sed "s/%i/\${name#*@}/"; }
  for kind in State Cache; do
    folder="$(of \${kind}Directory)"
    [ -z "$folder" ] || install -d -o "$(of User)" -m "$(of \${kind}DirectoryMode)" "/var/$([ $kind = State ] && echo lib || echo cache)/$folder"
  done
  cd "$(of WorkingDirectory)"
  set -a
  for file in $(of EnvironmentFile); do [ ! -e $file ] || . $file; done
  set +a
  log=/run/$name.log && touch $log
  runuser -u "$(of User)" -- env $(of Environment) sh -c "exec $(of ExecStart)" </dev/null >$log 2>&1 &
  grep -qm 1 '^The pet store is open\\|^Backed up' <(timeout 30 tail -n +1 -f $log)
done`,
  journalctl: 'tail -q -n 20 /run/${2/\\*/}*.log',
} as const

/** Commands that check promises of the runbook. */
const checks = [
  {
    code: 'runuser -u petstore -- sh -c "touch /opt/petstore/mine || echo refused"',
    status: 0,
    prints: /refused/,
  },
  {
    code: 'stat --format=%U:%a /var/backups/petstore/production-*.backup',
    status: 0,
    prints: /petstore:600/,
  },
] as const

/**
 * This machine as if it were new: a shell of root with processes and ports of its own. It also has its own view of the folders
 * that the runbook writes to. Nothing of it is left at the end. Root only.
 *
 * @param folder a folder of the test's own
 */
const newMachine = (folder: string) => {
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  for (const [name, script] of Object.entries(standIns)) {
    writeFileSync(join(programs, name), `#!/bin/bash\nset -eo pipefail\n${script}\n`)
    chmodSync(join(programs, name), 0o755)
  }
  // The installed Node, because the shell of an operator does not find the one among the packages.
  const folders = searchPath().split(delimiter)
  const machine = folders.filter((each) => !each.includes('node_modules')).join(delimiter)
  const scratch = join(folder, 'scratch')
  mkdirSync(scratch)
  const begin = `
set -e
ip link set lo up
mount -t tmpfs tmpfs ${scratch}
for path in /etc /opt /run /var /usr/local/bin; do
  mkdir -p ${scratch}$path/upper ${scratch}$path/work
  mount -t overlay overlay -o lowerdir=$path,upperdir=${scratch}$path/upper,workdir=${scratch}$path/work $path
done
rm -rf /opt/petstore /var/lib/petstore
mkdir -p /etc/systemd/system /etc/cron.d /var/backups
exec "$@"`
  return {
    launcher: [
      'unshare',
      ...namespaces,
      '--mount-proc',
      '--kill-child',
      'bash',
      '-c',
      begin,
      'bash',
    ],
    env: { PATH: [programs, machine].join(delimiter), HOME: '/root', MACHINE_PATH: machine },
  }
}

const it = testWith(noNewMachine())

test(`${runbook} marks each block of commands as tested, or says why not`, () => {
  assert.deepEqual(document.faults, [])
  assert.deepEqual([...document.tests.keys()], ['runbook'], 'all run in one piece')
})

it(`${runbook}: an operator who follows it from top to bottom sees what it shows`, async (t) => {
  assert.ok(blocks.length > 12)
  // The checks are of root, before the page opens a shell of the service's user.
  const opening = blocks.findIndex(({ code }) => code.includes('runuser'))
  const before = blocks.slice(0, opening)
  const ran = await runBlocks([...before, ...checks, ...blocks.slice(opening)], {
    ...newMachine(temporaryFolder(t)),
    cwd: '/',
    typed: true,
  })
  const results = ran.results.toSpliced(opening, checks.length)
  assertShown(runbook, blocks, { ...ran, results })
  for (const [at, check] of checks.entries()) {
    const result = ran.results[opening + at]
    assert.ok(result, `${check.code} failed and printed:\n${ran.rest}`)
    assert.match(result.output, check.prints, check.code)
  }
})
