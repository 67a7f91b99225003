import { once } from 'node:events'
import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { isWildcard } from '../../base/addresses.ts'
import type { Config } from '../../base/config/config.ts'
import { variables } from '../../base/config/variables.ts'
import { readKey } from '../../delivery/secret-key.ts'
import type { Environment } from '../../base/environments.ts'
import { codeOf, messageOf } from '../../base/errors/message-of.ts'
import { getPetDeprecation } from '../../resources/pets/operations.ts'
import { dataFiles, secretKeyFile } from '../../store/data-files.ts'
import {
  integrityFaults,
  newestKeyTime,
  openReadOnly,
  schemaVersionOf,
} from '../../store/sqlite/inspection.ts'
import { newestSchema } from '../../store/sqlite/migrations.ts'
import { isServiceLockHeld } from '../../store/sqlite/lock.ts'
import { refuseLostLog, environmentOf } from '../../store/sqlite/marks.ts'
import { type Finding, fine, trouble, troubles } from './finding.ts'

/** Free bytes that a running service, its write-ahead log and an upgrade of the schema need. */
const minFree = 1024 ** 3

/** Looks for mistakes in a valid configuration: unknown variables, and base URLs that are not set. */
export const checkConfiguration = (config: Config): Finding[] => {
  const findings = config.unknownVariables.map((name) =>
    trouble(
      'configuration',
      `${name} is set, but is not a variable of the service.\nCorrect its name (see .env.example) or remove it.`,
    ),
  )
  const notes: Finding[] = []
  for (const environment of config.environments) {
    if (config.baseUrls[environment] !== undefined) continue
    const name = `PETSTORE_${environment.toUpperCase()}_BASE_URL`
    if (isWildcard(config.host)) {
      const message = `The service listens on all addresses (${config.host}) and ${name} is not set, so links in answers are relative to the address that the caller used.`
      notes.push({ ...fine('configuration', message), environment })
      continue
    }
    if (config.trustedProxies.length === 0) continue
    const text = `There are proxies before the service, but ${name} is not set, so links name its own address.\nSet ${name} to the address that clients use.`
    findings.push({ ...trouble('configuration', text), environment })
  }
  if (findings.length > 0) return [...findings, ...notes]
  const count = Object.keys(variables).length
  return [fine('configuration', `All ${count} variables are in order.`), ...notes]
}

/** Always fine: `bin/petstore.js` never runs the service with too old a Node. */
export const nodeFinding = fine('node', `Node ${process.version} runs the service.`)

/** Checks that the folder and its files belong to the user id `user`, if the system has them, and are closed to others. */
export const checkFolder = (folder: string, user: number | undefined): readonly Finding[] => {
  if (!existsSync(folder)) {
    return [fine('folder', `${folder} does not exist yet; the first start creates it.`)]
  }
  const facts = statSync(folder)
  const { uid: owner, mode } = facts
  if (!facts.isDirectory()) {
    return [trouble('folder', `${folder} is not a folder.\nSet PETSTORE_DATA_DIR to one.`)]
  }
  const found = troubles('folder', [
    (mode & 0o077) !== 0 &&
      `${folder} is open to other users (mode ${(mode & 0o777).toString(8)}).\nRun chmod 700 ${folder}.`,
    user !== undefined &&
      owner !== user &&
      `${folder} belongs to user ${owner}, but this runs as user ${user}.\nRun petstore as the user that the service runs as; files made by another may stop it from writing.`,
    ...readdirSync(folder).map((name) => {
      const path = join(folder, name)
      const fileOwner = statSync(path, { throwIfNoEntry: false })?.uid ?? owner
      return (
        fileOwner !== owner &&
        `${path} belongs to user ${fileOwner}, and the folder to user ${owner}.\nRun chown ${owner} ${path} as root.`
      )
    }),
  ])
  return found.length > 0 ? found : [fine('folder', `${folder} is accessible to its owner only.`)]
}

/** Checks the free space of the data folder or, before it exists, of the nearest folder above it. */
export const checkDisk = (folder: string): Finding => {
  let place = folder
  while (!existsSync(place)) place = dirname(place)
  const { bavail, bsize } = statfsSync(place)
  const free = bavail * bsize
  const gibibytes = `${(free / 1024 ** 3).toFixed(1)} GiB`
  return free >= minFree
    ? fine('disk', `${gibibytes} are free at ${place}.`)
    : trouble(
        'disk',
        `Only ${gibibytes} are free at ${place}.\nMake room: a full disk stops every change, and a backup needs as much as the data.`,
      )
}

export const checkSecretKey = ({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Finding => {
  if (secretKey !== undefined) {
    return fine('key', 'PETSTORE_SECRET_KEY seals the secrets of webhooks.')
  }
  const path = secretKeyFile(dataDir)
  try {
    return readKey(path) === undefined
      ? fine('key', `${path} does not exist yet; the first webhook creates it.`)
      : fine('key', `${path} seals the secrets of webhooks; keep a copy of it.`)
  } catch (error) {
    const advice = 'Until then no webhook can be added, and no message is sent.'
    return trouble('key', `${messageOf(error)}\n${advice}`)
  }
}

/** Milliseconds by which a stored time may be ahead of the clock, since the clocks of two machines never agree exactly. */
const tolerance = 60_000

/** Checks the database of an environment, and that its times are not after `now` (Unix milliseconds). */
export const checkDatabase = (path: string, environment: Environment, now: number): Finding[] => {
  if (!existsSync(path)) {
    return [fine('database', `${path} does not exist yet; the first start creates it.`)]
  }
  try {
    refuseLostLog(path)
    using database = openReadOnly(path)
    const faults = integrityFaults(database, 'quick_check')
    if (faults.length > 0) throw new Error(`${path} is damaged: ${faults.join('; ')}.`)
    const named = environmentOf(database)
    if (named !== undefined && named !== environment) {
      throw new Error(`${path} holds the data of ${named}.`)
    }
    const version = schemaVersionOf(database)
    const schema =
      version === newestSchema
        ? `schema ${version}`
        : `schema ${version}, which the next start brings to ${newestSchema}`
    // Not checked in staging, whose clock can be moved.
    const newest = environment === 'staging' ? 0 : newestKeyTime(database)
    return [
      fine('database', `${path} is intact (${schema}).`),
      ...troubles('clock', [
        newest > now + tolerance &&
          `The data has a time in the future, ${new Date(newest).toISOString()}.\n${setTheClock}`,
      ]),
    ]
  } catch (error) {
    const advice = 'Stop the service, move the file and those beside it away, and restore a backup.'
    return [trouble('database', `${messageOf(error)}\n${advice}`)]
  }
}

const setTheClock = 'Set the clock, and keep it right with NTP; quotas and expiries depend on it.'

/** A clock is wrong if it shows a time before the service was made. */
export const checkClock = (now: number): Finding => {
  const time = new Date(now).toISOString()
  return now < getPetDeprecation.since
    ? trouble(
        'clock',
        `The clock says ${time}, which is before this service was made.\n${setTheClock}`,
      )
    : fine('clock', `The clock says ${time}.`)
}

/** Checks that the port of an environment is free, or taken while a service holds the lock of `dataDir`. */
export const checkPort = async (
  host: string,
  port: number,
  environment: Environment,
  dataDir: string,
): Promise<Finding> => {
  const variable = `PETSTORE_${environment.toUpperCase()}_PORT`
  if (port === 0) return fine('port', 'Any free port will do.')
  await using server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
    return fine('port', `Port ${port} of ${host} is free.`)
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') {
      const advice = `Set PETSTORE_HOST and ${variable} to an address and a port that this machine has.`
      return trouble('port', `${messageOf(error)}\n${advice}`)
    }
    return isServiceLockHeld(dataFiles(dataDir, environment).lock)
      ? fine('port', `The service listens on port ${port} of ${host}.`)
      : trouble(
          'port',
          `Port ${port} of ${host} is taken by another program, or by a service that serves other data than those in ${dataDir}.\nSet PETSTORE_DATA_DIR to the folder that it serves, stop the program, or set ${variable} to another port.`,
        )
  }
}
