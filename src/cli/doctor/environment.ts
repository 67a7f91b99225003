import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { inUrl, reachable } from '../../base/addresses.ts'
import { codeOf, messageOf } from '../../base/errors/message-of.ts'
import type { Environment } from '../../base/environments.ts'
import { getPetDeprecation } from '../../resources/pets/operations.ts'
import {
  integrityFaults,
  newestKeyTime,
  openReadOnly,
  schemaVersionOf,
} from '../../store/sqlite/inspection.ts'
import { newestSchema } from '../../store/sqlite/migrations.ts'
import { dataFiles } from '../../store/data-files.ts'
import { isServiceLockHeld } from '../../store/sqlite/lock.ts'
import { refuseLostLog, environmentOf } from '../../store/sqlite/marks.ts'
import { type Finding, fine, trouble, troubles } from './finding.ts'

/** Milliseconds by which a stored time may be ahead of the clock: two machines never agree exactly. */
const tolerance = 60_000

/** Milliseconds that the program on a port has to identify itself. */
const answerTimeout = 5_000

/**
 * Checks the database of an environment, and whether the clock agrees with the times in it.
 *
 * @param now milliseconds since the Unix epoch
 */
export const checkDatabase = (path: string, environment: Environment, now: number): Finding[] => {
  if (!existsSync(path)) {
    return [fine('database', `${path} is not there yet; the first start makes it.`)]
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
    const newest = newestKeyTime(database)
    return [
      fine('database', `${path} is whole (${schema}).`),
      ...troubles('clock', [
        newest > now + tolerance &&
          `The data has a time that is still to come, ${new Date(newest).toISOString()}.\n${setTheClock}`,
      ]),
    ]
  } catch (error) {
    const advice = 'Stop the service, move the file and those beside it away, and restore a backup.'
    return [trouble('database', `${messageOf(error)}\n${advice}`)]
  }
}

const setTheClock = 'Set the clock, and keep it right with NTP; quotas and expiries go by it.'

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

/**
 * Checks that the port of an environment is free, or that the service listens on it and serves these data.
 *
 * @param dataDir the folder of the data
 */
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
      const advice = `Set PETSTORE_HOST and ${variable} to what this machine has.`
      return trouble('port', `${messageOf(error)}\n${advice}`)
    }
    if ((await serviceOn(host, port)) !== environment) {
      return trouble(
        'port',
        `Port ${port} of ${host} is taken by another program.\nStop it, or set ${variable} to another port.`,
      )
    }
    return isServiceLockHeld(dataFiles(dataDir, environment).lock)
      ? fine('port', `The service listens on port ${port} of ${host}.`)
      : trouble(
          'port',
          `The service on port ${port} of ${host} serves other data than those in ${dataDir}.\nSet PETSTORE_DATA_DIR to the folder that it serves, or ${variable} to another port.`,
        )
  }
}

/** The environment of the service that listens on this port; undefined if none does. */
const serviceOn = async (host: string, port: number): Promise<unknown> => {
  try {
    const signal = AbortSignal.timeout(answerTimeout)
    const answer = await fetch(`http://${inUrl(reachable(host))}:${port}/`, { signal })
    const facts: unknown = await answer.json()
    const isService = typeof facts === 'object' && facts !== null && 'service' in facts
    return isService && facts.service === 'petstore' && 'environment' in facts
      ? facts.environment
      : undefined
  } catch {
    return undefined
  }
}
