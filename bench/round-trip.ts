import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

/** What one more round trip to another process of the machine costs the process that makes it. */
export type RoundTrips = {
  /** How many share one write, as those do that begin in one turn of the event loop. */
  readonly together: number
  /** Microseconds of processor time for each. */
  readonly cpu: number
  /** Microseconds from the writing to the answer. */
  readonly latency: number
}

const request = Buffer.alloc(100)
const answerBytes = 60
const rounds = 20_000

/** Measures one at a time and sixteen at a time; without what a client of a database does with the bytes. */
export const measureRoundTrips = async (): Promise<readonly RoundTrips[]> => {
  const child = fork(fileURLToPath(new URL('echo.ts', import.meta.url)))
  try {
    const [port] = await once(child, 'message')
    const socket = connect(Number(port), '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    await measureOne(socket, 1)
    const results = [await measureOne(socket, 1), await measureOne(socket, 16)]
    socket.destroy()
    return results
  } finally {
    child.kill()
  }
}

const measureOne = async (socket: Socket, together: number): Promise<RoundTrips> => {
  const times = rounds / together
  const bytes = Buffer.concat(Array.from({ length: together }, () => request))
  const before = process.cpuUsage()
  const begun = performance.now()
  await new Promise<void>((resolve) => {
    let received = 0
    let done = 0
    const onData = (chunk: Buffer): void => {
      received += chunk.length
      if (received < together * answerBytes) return
      received = 0
      done += 1
      if (done < times) {
        socket.write(bytes)
        return
      }
      socket.off('data', onData)
      resolve()
    }
    socket.on('data', onData)
    socket.write(bytes)
  })
  const { user, system } = process.cpuUsage(before)
  return {
    together,
    cpu: (user + system) / (times * together),
    latency: ((performance.now() - begun) * 1_000) / times,
  }
}
