import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../base/errors/message-of.ts'

/** Maximum characters in one write. A pipe takes PIPE_BUF (4,096 bytes on Linux) atomically, so workers never mix their lines. */
const maxBatch = 4_096

/** Maximum number of batches held while the reader does not read: 4 MiB. Further lines are dropped and counted. */
const maxHeld = 1_024

/** Milliseconds: `wait` for more lines or a busy reader; `retry` between two attempts at the end, and `close` for them all. */
const times = { wait: 20, retry: 10, close: 1_000 } as const

/** Writes lines in batches, and never blocks on a pipe or socket: a stalled reader delays neither answers nor a stop. */
export const createLogWriter = (descriptor: number) => {
  const fd = withoutBlocking(descriptor)
  /** Oldest first. Lines are appended to the last one until it is full. */
  const batches: string[] = []
  let dropped = 0
  let closed = false

  /** Writes all batches but the latest `except`. */
  const flush = (except = 0): void => {
    for (let [batch] = batches; batch !== undefined && batches.length > except; [batch] = batches) {
      const rest = writeSome(fd, batch)
      if (rest === undefined) dropped += linesIn(batch)
      else if (rest !== '') {
        batches[0] = rest
        break
      }
      batches.shift()
    }
    if (batches.length > 0 && !closed) timer.refresh()
  }
  // Made once, and restarted each time.
  const timer = setTimeout(() => flush(), times.wait).unref()

  const flushAtExit = (): void => {
    closed = true
    const latest = performance.now() + times.close
    do flush()
    while (batches.length > 0 && performance.now() < latest)
  }
  // For a crash; at a clean end there is nothing left to write.
  process.once('exit', flushAtExit)

  return {
    /** @param now whether to write the line at once, without waiting for others */
    write: (line: string, now: boolean): void => {
      if (closed) return
      const last = batches.at(-1)
      if (last !== undefined && last.length + line.length <= maxBatch) {
        batches[batches.length - 1] = last + line
      } else if (batches.length < maxHeld) batches.push(line)
      else dropped += 1
      if (now) flush()
      else if (batches.length > 1) flush(1)
      else if (last === undefined) timer.refresh()
    },
    /** Lines that were dropped because the reader of the log did not keep up. */
    get dropped(): number {
      return dropped
    },
    /** Writes what it holds, for a bounded time, and accepts no further lines. */
    close: async (): Promise<void> => {
      closed = true
      clearTimeout(timer)
      const latest = performance.now() + times.close
      for (flush(); batches.length > 0 && performance.now() < latest; flush())
        await wait(times.retry)
      process.removeListener('exit', flushAtExit)
    },
  }
}

const linesIn = (batch: string): number => batch.split('\n').length - 1

/** Returns a non-blocking descriptor of the same target. Files and terminals may block, but only for microseconds. */
const withoutBlocking = (fd: number): number => {
  const kind = fstatSync(fd)
  if (kind.isFIFO()) {
    try {
      // Opens the same pipe again, so that other programs that write to it are not affected. Only Linux supports this.
      return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch {}
  }
  // The stream only makes its descriptor non-blocking. Without `unref`, the log would keep the process alive.
  if (kind.isFIFO() || kind.isSocket()) new Socket({ fd, readable: false, writable: true }).unref()
  return fd
}

/** Writes what the target accepts now. Returns the rest, or undefined if the target accepts nothing any more. */
const writeSome = (fd: number, batch: string): string | undefined => {
  try {
    return batch.slice(writeSync(fd, batch, null, 'latin1'))
  } catch (error) {
    return codeOf(error) === 'EAGAIN' ? batch : undefined
  }
}
