import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { Changes } from '../../src/storage/changes.ts'
import { WriteReceiver } from '../../src/storage/forwarding/write-receiver.ts'
import { busyTimeouts } from '../../src/storage/sqlite/database.ts'
import { openStorage } from './storage.ts'
import { thingContents } from './things.ts'

/** The input of a thread that writes for another one. */
export type WritingOrder = {
  /** The file of a staging store that has the tables of `things.ts`. */
  readonly path: string
  /** The memory of `Changes`. */
  readonly changes: SharedArrayBuffer
  /** The port that the writes come from. The thread ends when the other end is closed. */
  readonly port: MessagePort
}

const { path, changes, port } = workerData as WritingOrder
const storage = openStorage(path, {
  contents: thingContents,
  changes: new Changes(changes),
  // An import beside it holds the lock for a moment, as beside the service.
  busyTimeout: busyTimeouts.service,
})
const served = new WriteReceiver(storage)
served.serve(port)
parentPort?.postMessage('open')
await served.ended()
await storage.close()
