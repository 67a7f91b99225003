import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../base/errors/message-of.ts'

/** Characters in one write, at most: a pipe takes PIPE_BUF (4,096 bytes on Linux) in one piece, so workers never cut each other's lines. */
const maxBatch = 4_096

/** How many batches are held while the reader does not read: 4 MiB. Beyond that, lines are only counted. */
const maxHeld = 1_024

/** Milliseconds: for which a line may wait for others, and a batch for a busy reader; between two tries, and of all tries at the end. */
const times = { wait: 20, retry: 10, close: 1_000 } as const

/** Writes lines in batches, and never waits for the reader of a pipe or socket: one that stalls delays no answer and no end of the process. */
export const createLogWriter = (descriptor: number) => {
  const fd = withoutBlocking(descriptor)
  /** The oldest first. Lines go to the last until it is full. */
  const batches: string[] = []
  let dropped = 0
  let closed = false

  /** Writes all batches, but for some of the latest. */
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
    /** @param now whether to write it at once, without waiting for the lines that follow */
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
    /** Writes what it holds, for a bounded time, and takes no further lines. */
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

/** A descriptor of the same target that does not block. Files and terminals take what is written within microseconds. */
const withoutBlocking = (fd: number): number => {
  const kind = fstatSync(fd)
  if (kind.isFIFO()) {
    try {
      // The same pipe, opened again: other programs that write to it are not affected. Only Linux can.
      return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch {}
  }
  // A stream sets its descriptor to non-blocking. It has no other use, and the log alone keeps no process alive.
  if (kind.isFIFO() || kind.isSocket()) new Socket({ fd, readable: false, writable: true }).unref()
  return fd
}

/** Writes what the target takes now. Returns the rest, or undefined if the target takes nothing any more. */
const writeSome = (fd: number, batch: string): string | undefined => {
  try {
    return batch.slice(writeSync(fd, batch, null, 'latin1'))
  } catch (error) {
    return codeOf(error) === 'EAGAIN' ? batch : undefined
  }
}
