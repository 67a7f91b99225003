import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, release, tmpdir, totalmem, type as systemName } from 'node:os'
import { join } from 'node:path'

/** The machine of the measurement, without its name. */
export type Machine = {
  readonly processor: string
  readonly cores: number
  /** Bytes. */
  readonly memory: number
  readonly node: string
  readonly sqlite: string
  readonly system: string
  /** Microseconds that a write of 4 KiB and its sync take, as a median. */
  readonly sync: number
}

export const describeMachine = (): Machine => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory: totalmem(),
  node: process.version,
  sqlite: process.versions['sqlite'] ?? 'unknown',
  system: `${systemName()} ${/^[\d.]+/.exec(release())?.[0]}`,
  sync: measureSync(),
})

/** The least time that a durable commit waits for. */
const measureSync = (): number => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'))
  try {
    const file = openSync(join(folder, 'sync'), 'w')
    const page = Buffer.alloc(4_096)
    const times = Array.from({ length: 200 }, () => {
      const begun = performance.now()
      writeSync(file, page)
      fdatasyncSync(file)
      return (performance.now() - begun) * 1_000
    })
    closeSync(file)
    return times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN
  } finally {
    rmSync(folder, { recursive: true })
  }
}
