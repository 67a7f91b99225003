import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Server } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import type { Clock } from '../base/clock.ts'
import type { Storage } from '../store/port.ts'
import type { Observe } from '../base/observation.ts'

/** Milliseconds: between two observations, between two samples of the loop's lag, and the length of a window. */
const intervals = { observe: 1_000, sample: 10, window: 10_000 } as const

/** Number of windows that the reported lag covers: a minute, so that no scrape misses a stall. */
const windows = 6

export type VitalParts = {
  readonly server: Server
  readonly storage: Pick<Storage, 'ping'>
  readonly clock: Clock
  readonly logLinesDropped: () => number
  readonly observe: Observe
}

/** Observes the state of the thread once a second, and returns a function that stops this. */
export const watchVitalSigns = (parts: VitalParts): (() => void) => {
  const { server, storage, clock, logLinesDropped, observe } = parts
  const lag = rollingLag()
  let connections = 0

  const look = async (): Promise<void> => {
    server.getConnections((_error, count) => {
      connections = count
    })
    const { p99, max } = lag.read()
    observe({
      kind: 'vital_signs',
      at: clock(),
      connections,
      lagP99: p99,
      lagMax: max,
      loopActive: performance.eventLoopUtilization().active,
      // Unlike process.memoryUsage, this opens no file, so it works when no descriptor is left.
      heapBytes: getHeapStatistics().used_heap_size,
      databaseUp: await storage.ping().then(
        () => true,
        () => false,
      ),
      logLinesDropped: logLinesDropped(),
    })
  }
  const onDrop = (): void => observe({ kind: 'connection_dropped' })
  server.on('drop', onDrop)
  const timer = setInterval(() => void look(), intervals.observe)
  timer.unref()
  void look()

  return () => {
    clearInterval(timer)
    server.off('drop', onDrop)
    lag.stop()
  }
}

type Lag = Readonly<Record<'p99' | 'max', number>>

/** Measures the lag of the event loop over the last minute. */
const rollingLag = () => {
  const histogram = monitorEventLoopDelay({ resolution: intervals.sample })
  let past: readonly Lag[] = []
  let began = performance.now()
  histogram.enable()
  return {
    read: (): Lag => {
      const current = { p99: lateness(histogram.percentile(99)), max: lateness(histogram.max) }
      const all = [...past, current]
      if (performance.now() - began >= intervals.window) {
        past = all.slice(-windows)
        histogram.reset()
        began = performance.now()
      }
      const worst = (which: keyof Lag) => Math.max(...all.map((each) => each[which]))
      return { p99: worst('p99'), max: worst('max') }
    },
    stop: () => histogram.disable(),
  }
}

/** Node records the nanoseconds between two samples. The lag is the excess over their interval, in milliseconds. */
const lateness = (nanoseconds: number): number =>
  Math.max(0, nanoseconds / 1_000_000 - intervals.sample)
