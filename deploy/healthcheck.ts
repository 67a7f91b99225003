// The health check of the image: asks each environment that the variables name whether it lives.
import { readConfig } from '../src/base/config/config.ts'
import { inUrl, reachable } from '../src/base/addresses.ts'

/** Milliseconds until an environment that says nothing counts as dead. */
const longestWait = 2_000

const { environments, host, ports } = readConfig(process.env)

const lives = async (port: number): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(longestWait)
    const answer = await fetch(`http://${inUrl(reachable(host))}:${port}/healthz`, { signal })
    return answer.ok
  } catch {
    return false
  }
}

const alive = await Promise.all(environments.map((environment) => lives(ports[environment])))
process.exitCode = alive.every(Boolean) ? 0 : 1
