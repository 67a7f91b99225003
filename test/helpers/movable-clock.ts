import { createInterface } from 'node:readline'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

/**
 * Is loaded into a service before its own code (`--import`). It sets the clock of all threads when a test says so
 * over standard input: the number of milliseconds ahead of the machine's clock. Each thread says in the log
 * that it was done (`clock_set`). `CLOCK_AHEAD` is how far ahead it is from the start.
 */
const channel = new BroadcastChannel('movable clock')
channel.unref()

const machine = Date.now.bind(Date)
let ahead = Number(process.env['CLOCK_AHEAD'] ?? 0)
Date.now = () => machine() + ahead

const set = (milliseconds: unknown): void => {
  ahead = Number(milliseconds)
  process.stderr.write('{"msg":"clock_set"}\n')
}

if (isMainThread) {
  createInterface({ input: process.stdin }).on('line', (line) => {
    set(line)
    channel.postMessage(line)
  })
  process.stdin.unref()
} else {
  channel.addEventListener('message', ({ data }) => set(data))
}
