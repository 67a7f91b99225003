import { Session } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads'

/**
 * Is loaded into every thread of a service (`--import`), before the service itself. V8 then counts the calls of every
 * function. If the parent process sends a message, it gets one `Counted` from each thread: the calls since
 * the message before.
 */
export type Counted = {
  readonly thread: number
  /** Calls by function: `file:name:offset`, with the file relative to the working directory. */
  readonly calls: Readonly<Record<string, number>>
}

/** The part of V8's answer that is used here. */
type Coverage = {
  readonly result: ReadonlyArray<{
    readonly url: string
    readonly functions: ReadonlyArray<{
      readonly functionName: string
      readonly ranges: ReadonlyArray<{ readonly startOffset: number; readonly count: number }>
    }>
  }>
}

/** Milliseconds. A longer timer belongs to work beside the requests. */
const background = 100

/** Long enough that no such timer fires while requests are counted, even on a slow machine. */
const never = 2 ** 31 - 1

const { setTimeout, setInterval } = globalThis
const later = (delay = 0): number => (delay < background ? delay : never)
const replace = <T extends typeof setTimeout | typeof setInterval>(timer: T, by: unknown): T =>
  // Callers see the same function, with the properties of the one that it replaces.
  Object.defineProperties(by, Object.getOwnPropertyDescriptors(timer)) as T
globalThis.setTimeout = replace(setTimeout, (callback: () => void, delay?: number) =>
  setTimeout(callback, later(delay)),
)
globalThis.setInterval = replace(setInterval, (callback: () => void, delay?: number) =>
  setInterval(callback, later(delay)),
)

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

const count = (): Counted => {
  const calls: Record<string, number> = {}
  // A session of the same thread answers at once.
  session.post('Profiler.takePreciseCoverage', (error, coverage: Coverage) => {
    if (error !== null) throw error
    for (const { url, functions } of coverage.result) {
      if (!url.startsWith('file:') || url.includes('/node_modules/')) continue
      const file = relative(process.cwd(), fileURLToPath(url))
      if (!file.startsWith('src')) continue
      for (const { functionName, ranges } of functions) {
        const [range] = ranges
        if (range === undefined || range.count === 0) continue
        calls[`${file}:${functionName}:${range.startOffset}`] = range.count
      }
    }
  })
  return { thread: threadId, calls }
}

const channel = new BroadcastChannel('petstore-coverage')
channel.unref()
if (isMainThread) {
  channel.addEventListener('message', ({ data }) => process.send?.(data))
  process.on('message', () => {
    channel.postMessage('count')
    process.send?.(count())
  })
  // This must not keep the process alive.
  process.channel?.unref()
} else {
  channel.addEventListener('message', ({ data }) => {
    // The answers of the other threads arrive here too.
    if (data === 'count') channel.postMessage(count())
  })
}
