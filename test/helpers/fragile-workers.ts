import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads'

/**
 * Is loaded into a service before its own code (`--import`). It makes the worker of an environment fail, or hang, when a
 * test says so over standard input, a line for each: the environment, and how. The thread that sends to webhooks is
 * called `ENVIRONMENT-sender`.
 */
const channel = new BroadcastChannel('fragile workers')
channel.unref()

/** The order to a worker. */
const ways: Readonly<Record<string, () => void>> = {
  throw: () => {
    throw new Error('A test makes this worker fail.')
  },
  exit: () => process.exit(3),
  hang: () => {
    // Written at once, since a worker that hangs writes nothing any more.
    writeSync(2, '{"msg":"hangs"}\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
  // Until its heap overflows.
  hoard: () => {
    const hoard: number[][] = []
    const block = Array.from({ length: 1_000_000 }, () => 0.5)
    for (;;) hoard.push(block.slice())
  },
}

if (isMainThread) {
  createInterface({ input: process.stdin }).on('line', (line) => channel.postMessage(line))
  process.stdin.unref()
} else {
  // Only the thread that sends is started with this.
  const name = `${workerData.environment}${'webhookAllow' in workerData ? '-sender' : ''}`
  channel.addEventListener('message', ({ data }) => {
    const [wanted, way = ''] = String(data).split(' ')
    const fail = ways[way]
    if (wanted === name && fail) setImmediate(fail)
  })
  channel.unref()
}
