import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type ClusterFacts, LocalCluster } from './cluster.ts'
import { replications } from './databases.ts'
import { missingHere } from './missing.ts'

/**
 * Runs a cluster of three machines on this one (docs/cluster.md). `npm run cluster` prints addresses and a
 * key, and ends on Ctrl-C. Options:
 *
 * - `--json` prints one line once all is ready.
 * - `--processes FILE` keeps the list of processes in a file: a killed process restarts with another id, and
 * roles move. The file is replaced atomically, at most twice a second, when something has changed.
 * - `--replication asynchronous` lets no write wait for a standby. A failover may then lose acknowledged
 * writes: a control for tests that look for lost writes.
 */
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    processes: { type: 'string' },
    replication: { type: 'string', default: 'synchronous' },
  },
})
const say = (text: string): void => void process.stderr.write(`${text}\n`)

const replication = replications.find((each) => each === values.replication)
if (replication === undefined) {
  say(`--replication takes ${replications.join(' or ')}, not ${values.replication}.`)
  process.exit(2)
}
const missing = missingHere()
if (missing !== undefined) {
  say(`The cluster ${missing}`)
  process.exit(1)
}

const shown = ({ nodes, balancer, key, processes }: ClusterFacts): string => `
The cluster is ready.

  balancer   ${balancer}
${nodes.map((node) => `  node       ${node}`).join('\n')}
  key        ${key}

${processes.map(({ name, role, pid }) => `  ${name.padEnd(12)} ${role.padEnd(18)} ${pid}`).join('\n')}

Try it:  curl -H "Authorization: Bearer ${key}" ${balancer}/pets
End it:  Ctrl-C
`

/** The polling interval of the processes, in milliseconds. */
const lookInterval = 500

/** Keeps a file with the processes up to date until the signal aborts. */
const keepFile = async (file: string, signal: AbortSignal): Promise<void> => {
  for (let last = ''; !signal.aborted;) {
    const now = JSON.stringify(await cluster.processes())
    if (now !== last) {
      // Rename, so that a reader never sees a partial file.
      writeFileSync(`${file}.new`, `${now}\n`)
      renameSync(`${file}.new`, file)
      last = now
    }
    await wait(lookInterval, undefined, { signal }).catch(() => {})
  }
}

const stop = new AbortController()
const stopped = Promise.race(
  ['SIGINT', 'SIGTERM', 'SIGHUP'].map(async (signal) => {
    await once(process, signal)
    stop.abort()
  }),
)
const cluster = await LocalCluster.create()
if (!values.json) say(`Files and logs are in ${cluster.folder} until the end.`)
let keeping: Promise<void> | undefined
try {
  const started = cluster.start(replication, values.json ? () => {} : say)
  const facts = await Promise.race([started, stopped])
  if (facts !== undefined) {
    if (values.processes !== undefined) keeping = keepFile(values.processes, stop.signal)
    process.stdout.write(values.json ? `${JSON.stringify(facts)}\n` : shown(facts))
    await Promise.race([stopped, ...(keeping ? [keeping] : [])])
  } else {
    // A failed start is expected now, because the cluster is being ended.
    started.catch(() => {})
  }
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  stop.abort()
  await Promise.allSettled([keeping])
  await cluster.end()
}
