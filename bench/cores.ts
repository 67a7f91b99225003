import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Has a thread, and what it starts from then on, run on these cores only (`taskset` of util-linux). */
export const bind = (thread: number, cores: string): void => {
  execFileSync('taskset', ['--pid', '--cpu-list', cores, String(thread)], { stdio: 'ignore' })
}

export const allCores = `0-${availableParallelism() - 1}`

/** Whether threads can be bound, and there is more than one core to bind them to. */
export const canBind = (): boolean => {
  try {
    bind(process.pid, allCores)
    return availableParallelism() > 1
  } catch {
    return false
  }
}

/** Binds those threads of a process whose name begins so. */
export const bindThreads = (pid: number, name: string, cores: string): void => {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const own = readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8')
    if (own.startsWith(name)) bind(Number(thread), cores)
  }
}
