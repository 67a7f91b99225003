import { createInterface } from 'node:readline'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

/**
 * Loaded into a service before its own code (`--import`): sets the clock of all its threads at a test's word, which
 * comes over standard input: how many milliseconds ahead of the machine's it is to be. Each thread says in the log
 * that it was done (`clock_set`).
 */
const channel = new BroadcastChannel('movable clock')
channel.unref()

const machine = Date.now.bind(Date)
let ahead = 0
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
