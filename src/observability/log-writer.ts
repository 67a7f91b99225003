import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'

/** Takes lines of the log. */
export type LogWriter = {
  /** @param now whether it is to be out at once, and not with the lines that follow */
  write(line: string, now: boolean): void
  /** Lines that were given up because the reader of the log did not keep up. */
  readonly dropped: number
  /** Writes what it holds, for a bounded time, and takes no more. */
  close(): Promise<void>
}

/**
 * Characters of one write, in ASCII. A pipe takes as many in one piece (PIPE_BUF, 4,096 bytes on Linux),
 * so that the threads of the environments, which share standard error, never cut into each other's lines.
 */
const mostWritten = 4_096

/** How many writes are held while the reader does not read: 4 MiB. What comes beyond is counted only. */
const mostHeld = 1_024

/** Milliseconds for which a line may wait for others, and for which the end waits for the reader. */
const times = { gather: 50, close: 1_000 } as const

/**
 * Writes lines to a file descriptor, many at once, and beside the requests: a reader that stands still
 * (a stuck collector) never holds up an answer, nor the end of the process.
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
    if (held.length < mostHeld && !sink.failed) held.push(gathered)
    else dropped += lines
    gathered = ''
    lines = 0
  }

  const flush = (): void => {
    hold()
    if (!writing) next()
  }

  // Made once, and wound up again for each batch.
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
      // Left alone, it would keep the process alive.
      clearTimeout(longest)
      process.removeListener('exit', flushAtExit)
      sink.end()
    },
  }
}

/** What batches are written to, one after the other. */
type Sink = {
  /** The descriptor that is written to. */
  readonly fd: number
  /** Whether nothing can be written any more, or for now. */
  readonly failed: boolean
  /** @param done told whether the batch is out, or cannot be */
  write(batch: string, done: (written: boolean) => void): void
  end(): void
}

const openSink = (fd: number): Sink => {
  const kind = fstatSync(fd)
  if (kind.isFIFO()) return streamSink(reopened(fd))
  return kind.isSocket() ? streamSink(fd) : fileSink(fd)
}

/** A pipe or a socket, written to by the event loop when it takes more: nothing ever blocks. */
const streamSink = (fd: number): Sink => {
  const socket = new Socket({ fd, readable: false, writable: true })
  // The reader is gone. There is nowhere to say so; what is lost is counted.
  socket.on('error', () => undefined)
  // The log alone is no reason to live.
  socket.unref()
  return {
    fd,
    get failed() {
      return socket.destroyed
    },
    write: (batch, done) => void socket.write(batch, 'latin1', (error) => done(error == null)),
    // libuv never closes the standard streams, so standard error stays open to the other threads.
    end: () => void socket.destroy(),
  }
}

/**
 * A file or a terminal, written to at once: a few microseconds for many lines, and none is lost in a
 * crash. A disk that is full loses the lines that come meanwhile.
 */
const fileSink = (fd: number): Sink => ({
  fd,
  failed: false,
  write: (batch, done) => done(tryToWrite(fd, batch) === 'written'),
  end: () => undefined,
})

/** The same pipe, so opened that its not blocking is ours alone and no other program's that writes to it. */
const reopened = (fd: number): number => {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return fd
  }
}

/** Writes what is left when there is no event loop any more, and waits a bounded time for the reader. */
const writeAll = (fd: number, batches: readonly string[]): void => {
  const latest = performance.now() + times.close
  for (const batch of batches) {
    while (tryToWrite(fd, batch) === 'full') {
      if (performance.now() > latest) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/** A pipe takes a batch whole or not at all; one that is full takes it later, and no other error passes. */
const tryToWrite = (fd: number, batch: string): 'written' | 'full' | 'failed' => {
  try {
    writeSync(fd, batch, null, 'latin1')
    return 'written'
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
    return isFull ? 'full' : 'failed'
  }
}
