import { type MessagePort, parentPort } from 'node:worker_threads'
import { Changes } from '../../src/storage/changes.ts'
import { WriteReceiver } from '../../src/storage/forwarding/write-receiver.ts'
import { busyTimeouts } from '../../src/storage/sqlite/database.ts'
import { openStorage } from './storage.ts'
import { thingContents } from './things.ts'

/** What a thread that writes for other ones is asked for: to write to a store until its port closes. */
export type WritingOrder = {
  /** The file of a staging store that has the tables of `things.ts`. */
  readonly path: string
  /** The memory of `Changes`. */
  readonly changes: SharedArrayBuffer
  /** The port that the writes come from. The store is closed when the other end is. */
  readonly port: MessagePort
  /** Gets a message when the store is open, and is closed after it. */
  readonly told: MessagePort
}

const write = async ({ path, changes, port, told }: WritingOrder): Promise<void> => {
  const storage = openStorage(path, {
    contents: thingContents,
    changes: new Changes(changes),
    // An import beside it holds the lock for a moment, as beside the service.
    busyTimeout: busyTimeouts.service,
  })
  const served = new WriteReceiver(storage)
  served.serve(port)
  told.postMessage('open')
  await served.ended()
  await storage.close()
  told.close()
}

parentPort?.on('message', (order: WritingOrder) => void write(order))
