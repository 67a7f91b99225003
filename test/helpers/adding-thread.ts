import { parentPort, workerData } from 'node:worker_threads'
import type { KeyRecord } from '../../src/keys/key-store.ts'
import { Changes } from '../../src/storage/changes.ts'
import { addPet, openStorage } from './storage.ts'

/** The input of a thread that adds animals. */
export type AddingOrder = {
  /** The file of a staging store. */
  readonly path: string
  /** The memory of `Changes`. */
  readonly changes: SharedArrayBuffer
  readonly key: KeyRecord
  /** How many animals were acknowledged: one 32-bit word, which is notified at each. */
  readonly acknowledged: SharedArrayBuffer
}

/** How many animals to add one after the other, or `close`, which ends the thread. */
export type AddingCommand = number | 'close'

const { path, changes, key, acknowledged } = workerData as AddingOrder
const storage = openStorage(path, { changes: new Changes(changes) })
await storage.keys.insert(key)
const count = new Int32Array(acknowledged)

const add = async (most: number): Promise<void> => {
  for (let added = 0; added < most; added += 1) {
    await addPet(storage, { name: 'Rex', categoryId: 1n, status: 'available' })
    Atomics.add(count, 0, 1)
    Atomics.notify(count, 0)
  }
}

const close = async (): Promise<void> => {
  await storage.close()
  parentPort?.close()
}

parentPort?.on('message', (command: AddingCommand) => {
  void (command === 'close' ? close() : add(command))
})
parentPort?.postMessage('open')
