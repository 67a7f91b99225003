import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** The processes of this machine whose working directory is a folder, or inside it. */
export const processesIn = (folder: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const place = readlinkSync(`/proc/${pid}/cwd`)
        return `${place}/`.startsWith(`${folder}/`) && !isZombie(pid)
      } catch {
        // It has ended since, or belongs to another user.
        return false
      }
    })
    .map(Number)

export const signalAllIn = (folder: string, signal: NodeJS.Signals): void => {
  for (const pid of processesIn(folder)) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended since.
    }
  }
}

/** How many times a database is asked to end before it is killed, at intervals of 100 milliseconds. */
const politeTimes = 20

/** Ends all processes that work in a folder, and waits until they have exited. */
export const endAllIn = async (folder: string): Promise<void> => {
  for (let time = 0; processesIn(folder).length > 0; time += 1) {
    // PostgreSQL releases its shared memory if it is asked to end, but not if it is killed.
    signalAllIn(folder, time < politeTimes ? 'SIGQUIT' : 'SIGKILL')
    await wait(100)
  }
}

/** Whether the process has ended but its parent has not reaped it yet. */
const isZombie = (pid: string): boolean => {
  const [, state] = /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return state === 'Z'
}
