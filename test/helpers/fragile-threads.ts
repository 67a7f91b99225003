import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads'

/**
 * Is loaded into a service before its own code (`--import`). It makes threads fail, or hang, when a test says so
 * over standard input, a line for each: the environment, the thread's number, and how.
 */
const channel = new BroadcastChannel('fragile threads')
channel.unref()

/** The order to a thread. */
const ways: Readonly<Record<string, () => void>> = {
  throw: () => {
    throw new Error('A test makes this thread fail.')
  },
  exit: () => process.exit(3),
  hang: () => {
    // Written at once, since a thread that hangs writes nothing any more.
    writeSync(2, '{"msg":"hangs"}\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
}

if (isMainThread) {
  createInterface({ input: process.stdin }).on('line', (line) => channel.postMessage(line))
  process.stdin.unref()
} else {
  const { environment, thread } = workerData
  channel.addEventListener('message', ({ data }) => {
    const [wanted, number, way = ''] = String(data).split(' ')
    const fail = ways[way]
    if (wanted === environment && Number(number) === thread && fail) setImmediate(fail)
  })
  channel.unref()
}
