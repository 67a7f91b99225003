import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** The processes of this machine that work in a folder, or in one inside of it. */
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

/** How often a database is asked to end before it is killed, once every 100 milliseconds. */
const politeTimes = 20

/** Ends all processes that work in a folder, and waits until they are gone. */
export const endAllIn = async (folder: string): Promise<void> => {
  for (let time = 0; processesIn(folder).length > 0; time += 1) {
    // PostgreSQL gives its shared memory back if it is asked, and not if it is killed.
    signalAllIn(folder, time < politeTimes ? 'SIGQUIT' : 'SIGKILL')
    await wait(100)
  }
}

/** Whether it has ended, and its parent has not asked yet how. */
const isZombie = (pid: string): boolean => {
  const [, state] = /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return state === 'Z'
}
