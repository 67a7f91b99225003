import { type ChildProcess, execFile, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

/** The cost of one call. */
export type Cost = {
  /** Microseconds of processor time of the program, over all its processes. */
  readonly cpu: number
  readonly perSecond: number
}

export const run = promisify(execFile)

/** Starts a program and waits for the line that says that it is ready. */
export const startProgram = async (
  command: string,
  args: readonly string[],
  ready: RegExp,
  options: SpawnOptions = {},
): Promise<ChildProcess> => {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const seen: string[] = []
  const lines = [child.stdout, child.stderr].map((input) => {
    if (input === null) throw new Error(`${command} has no output.`)
    return createInterface({ input })
  })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${command} ended:\n${seen.join('\n')}`)))
    for (const each of lines) {
      each.on('line', (line) => {
        seen.push(line)
        if (ready.test(line)) resolve()
      })
    }
  })
  return child
}

export const stopProgram = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return address.port
}

/** Microseconds of processor time of a process and its children, ended ones included (proc(5)). */
export const timeOfAll = (pid: number | undefined): number => {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const fields = fieldsOf(name)
    // After the name, the parent is field 2. The times of the process and its ended children begin at field 12.
    const isOne = Number(name) === pid
    if (!isOne && Number(fields[1]) !== pid) continue
    for (const time of fields.slice(11, isOne ? 15 : 13)) ticks += Number(time)
  }
  return ticks * 10_000
}

const fieldsOf = (pid: string): readonly string[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // The process ended meanwhile.
    return []
  }
}
