import { setTimeout as wait } from 'node:timers/promises'
import { type Generator, sendLoad } from './load.ts'
import type { Load } from './shared/load-of-requests.ts'
import type { Server } from './servers.ts'
import { usageOf } from './usage.ts'

/** The memory of the service while it is under load, in bytes. */
export type MemoryOverTime = {
  readonly load: string
  readonly samples: ReadonlyArray<{ readonly second: number; readonly memory: number }>
  /** The highest value since its start. */
  readonly peak: number
}

/** Measures the memory of a service during a minute of load. */
export const measureMemory = async (
  service: Server,
  { name, load }: { readonly name: string; readonly load: Load },
  generator: Generator,
  seconds = [0, 20, 40, 60],
): Promise<MemoryOverTime> => {
  const { pid } = service.process
  const last = seconds.at(-1) ?? 0
  const sending = sendLoad(generator, service.port, load, last)
  const samples: Array<{ second: number; memory: number }> = []
  const begun = performance.now()
  for (const second of seconds) {
    await wait(Math.max(0, second * 1_000 - (performance.now() - begun)))
    samples.push({ second, memory: usageOf(pid)?.memory ?? Number.NaN })
  }
  const { refused, failed } = await sending
  if (refused + failed > 0) throw new Error(`${refused + failed} requests were not answered.`)
  return { load: name, samples, peak: usageOf(pid)?.peak ?? Number.NaN }
}
