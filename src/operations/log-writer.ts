import sonicBoom from 'sonic-boom'

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
 * Bytes of one write. A pipe takes as many in one piece (POSIX.1-2024, write(): PIPE_BUF, 4,096 on
 * Linux), so that the threads of the environments, which share standard error, never cut into each
 * other's lines.
 */
const mostWritten = 4_096

/** Bytes held while the reader does not read; about 15,000 requests. What comes beyond is counted only. */
const mostHeld = 4 * 1_024 * 1_024

/** Milliseconds for which a line may wait for others, and for which the end waits for the reader. */
const times = { gather: 50, close: 1_000 } as const

/**
 * Writes lines to a file descriptor, many at once, and beside the requests: a reader that stands still
 * (a full disk, a stuck collector) never holds up an answer.
 */
export const createLogWriter = (fd: number): LogWriter => {
  const sink = new sonicBoom.SonicBoom({
    fd,
    sync: false,
    minLength: mostWritten / 2,
    maxWrite: mostWritten,
    maxLength: mostHeld,
  })
  let dropped = 0
  let waiting = false
  let closing: Promise<void> | undefined
  sink.on('drop', () => (dropped += 1))
  // The reader is gone. There is nowhere to say so; the metrics count what it misses.
  sink.on('error', () => undefined)

  const flush = (): void => {
    waiting = false
    if (closing === undefined) sink.flush()
  }
  // Made once, and wound up again for each batch.
  const timer = setTimeout(flush, times.gather)
  timer.unref()

  const flushAtExit = (): void => {
    try {
      sink.flushSync()
    } catch {
      // The process ends; there is nowhere left to say it.
    }
  }
  // After a crash; at a clean end there is nothing left to write.
  process.once('exit', flushAtExit)

  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      sink.once('finish', resolve)
      setTimeout(resolve, times.close).unref()
    })
    clearTimeout(timer)
    sink.end()
    await closed
    process.removeListener('exit', flushAtExit)
    // Whatever a reader that stands still has not taken by now is given up.
    sink.destroy()
  }

  return {
    write: (line, now) => {
      if (closing !== undefined) return
      sink.write(line)
      if (now) flush()
      else if (!waiting) {
        waiting = true
        timer.refresh()
      }
    },
    get dropped() {
      return dropped
    },
    close: async () => await (closing ??= close()),
  }
}
