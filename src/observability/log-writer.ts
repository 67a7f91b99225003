import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'

/** Takes lines of the log. */
export type LogWriter = {
  /** @param now whether to write it at once, without waiting for the lines that follow */
  write(line: string, now: boolean): void
  /** Lines that were dropped because the reader of the log did not keep up. */
  readonly dropped: number
  /** Writes what it holds, for a bounded time, and takes no further lines. */
  close(): Promise<void>
}

/**
 * The most characters of one write, in ASCII. A pipe takes this many in one piece (PIPE_BUF, 4,096 bytes on Linux). So
 * the workers, which share standard error, never cut into each other's lines.
 */
const mostWritten = 4_096

/** How many writes are held while the reader does not read: 4 MiB. Beyond that, lines are only counted. */
const maxHeldSums = 1_024

/** Milliseconds for which a line may wait for others, and for which `close` waits for the reader. */
const times = { gather: 50, close: 1_000 } as const

/**
 * Writes lines to a file descriptor, in batches, beside the requests. A reader that stalls (a stuck collector) never
 * delays an answer or the end of the process.
 */
export const createLogWriter = (fd: number): LogWriter => {
  const sink = openSink(fd)
  const held: string[] = []
  let gathered = ''
  let lines = 0
  let dropped = 0
  let writing = false
  let waiting = false
  let closed = false
  let onIdle: (() => void) | undefined

  const next = (): void => {
    const batch = held.shift()
    writing = batch !== undefined
    if (batch === undefined) onIdle?.()
    else {
      sink.write(batch, (written) => {
        if (!written) dropped += batch.split('\n').length - 1
        next()
      })
    }
  }

  const hold = (): void => {
    waiting = false
    if (gathered === '') return
    if (held.length < maxHeldSums && !sink.failed) held.push(gathered)
    else dropped += lines
    gathered = ''
    lines = 0
  }

  const flush = (): void => {
    hold()
    if (!writing) next()
  }

  // Made once, and restarted for each batch.
  const timer = setTimeout(flush, times.gather)
  timer.unref()

  const flushAtExit = (): void => {
    hold()
    writeAll(sink.fd, held)
  }
  // For a crash; at a clean end there is nothing left to write.
  process.once('exit', flushAtExit)

  return {
    write: (line, now) => {
      if (closed) return
      if (gathered.length + line.length > mostWritten) flush()
      gathered += line
      lines += 1
      if (now) flush()
      else if (!waiting) {
        waiting = true
        timer.refresh()
      }
    },
    get dropped() {
      return dropped
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      flush()
      const idle = Promise.withResolvers<void>()
      onIdle = idle.resolve
      if (!writing) idle.resolve()
      const longest = setTimeout(idle.resolve, times.close)
      await idle.promise
      // The timer would keep the process alive.
      clearTimeout(longest)
      process.removeListener('exit', flushAtExit)
      sink.end()
    },
  }
}

/** A target of batches. */
type Sink = {
  /** The descriptor of the target. */
  readonly fd: number
  /** Whether the target takes no batch, now or ever. */
  readonly failed: boolean
  /** @param done called when the batch was written or could not be */
  write(batch: string, done: (written: boolean) => void): void
  end(): void
}

const openSink = (fd: number): Sink => {
  const kind = fstatSync(fd)
  if (kind.isFIFO()) return streamSink(reopened(fd))
  return kind.isSocket() ? streamSink(fd) : fileSink(fd)
}

/** A pipe or a socket. The event loop writes to it when it has room, so nothing ever blocks. */
const streamSink = (fd: number): Sink => {
  const socket = new Socket({ fd, readable: false, writable: true })
  // The reader is gone, and there is nowhere to report it. Lost lines are counted.
  socket.on('error', () => undefined)
  // The log alone must not keep the process alive.
  socket.unref()
  return {
    fd,
    get failed() {
      return socket.destroyed
    },
    write: (batch, done) => void socket.write(batch, 'latin1', (error) => done(error == null)),
    // libuv never closes the standard streams, so standard error stays open for the other threads.
    end: () => void socket.destroy(),
  }
}

/**
 * A file or a terminal, written to synchronously: a few microseconds for many lines, and a crash loses none. While the
 * disk is full, lines are lost.
 */
const fileSink = (fd: number): Sink => ({
  fd,
  failed: false,
  write: (batch, done) => done(tryToWrite(fd, batch) === 'written'),
  end: () => undefined,
})

/** The same pipe, opened again: non-blocking mode then does not affect other programs that write to it. */
const reopened = (fd: number): number => {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return fd
  }
}

/** Writes what is left after the event loop has ended, and tries for a bounded time until the reader takes it. */
const writeAll = (fd: number, batches: readonly string[]): void => {
  const latest = performance.now() + times.close
  for (const batch of batches) {
    while (tryToWrite(fd, batch) === 'full') {
      if (performance.now() > latest) return
    }
  }
}

/** A pipe takes a batch whole or not at all. If it is full it takes the batch later; any other error is final. */
const tryToWrite = (fd: number, batch: string): 'written' | 'full' | 'failed' => {
  try {
    writeSync(fd, batch, null, 'latin1')
    return 'written'
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
    return isFull ? 'full' : 'failed'
  }
}
