import { readdirSync, readFileSync } from 'node:fs'

/** The resources that a process has used so far (proc(5)): microseconds of processor time, and bytes of memory. */
export type Usage = { readonly cpu: number; readonly memory: number; readonly peak: number }

/** All figures are NaN on other systems than Linux. */
export const usageOf = (pid: number | undefined): Usage => {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]),
    )
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const bytes = (name: string): number =>
      Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024
    const cpu = nanoseconds.reduce((sum, time) => sum + time, 0) / 1_000
    return { cpu, memory: bytes('VmRSS'), peak: bytes('VmHWM') }
  } catch {
    return { cpu: Number.NaN, memory: Number.NaN, peak: Number.NaN }
  }
}
