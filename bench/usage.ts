import { readdirSync, readFileSync } from 'node:fs'

/** The resources that a process has used so far (proc(5)). */
export type Usage = {
  /** Microseconds of processor time, of all threads. */
  readonly cpu: number
  /** The part inside the kernel, in microseconds, in steps of 10 ms. */
  readonly kernel: number
  /** Bytes of memory, now and at the highest. */
  readonly memory: number
  readonly peak: number
}

/** Undefined on all systems but Linux. */
export const usageOf = (pid: number | undefined): Usage | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The fields follow the command's name, which may contain spaces. A tick is 10 ms on every Linux of today.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user, kernel] = [Number(fields[11]) * 10_000, Number(fields[12]) * 10_000]
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const bytes = (name: string): number =>
      Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024
    return {
      cpu: exactTime(pid) ?? user + kernel,
      kernel,
      memory: bytes('VmRSS'),
      peak: bytes('VmHWM'),
    }
  } catch {
    return undefined
  }
}

/** Microseconds that the threads of a process ran; undefined if the kernel does not count nanoseconds. */
const exactTime = (pid: number | undefined): number | undefined => {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const times = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]),
    )
    return times.reduce((sum, time) => sum + time, 0) / 1_000
  } catch {
    return undefined
  }
}
