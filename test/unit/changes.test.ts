import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { Changes } from '../../src/storage/changes.ts'

const tooLong = 60_000

test('a thread that waits wakes when another one moves the version', async () => {
  const changes = new Changes()
  const before = changes.version
  const isMoved = changes.moved(before, tooLong)
  const source = `
    const { workerData } = require('node:worker_threads')
    import(workerData.module).then(({ Changes }) => new Changes(workerData.shared).move())`
  const module = new URL('../../src/storage/changes.ts', import.meta.url).href
  const worker = new Worker(source, { eval: true, workerData: { module, shared: changes.shared } })
  // A wait keeps no thread alive, but the worker keeps this process alive meanwhile.
  await isMoved
  assert.notEqual(changes.version, before)
  await worker.terminate()
})

test('a version that has moved already is not waited for, and a wait has an end', async () => {
  const changes = new Changes()
  const before = changes.version
  changes.move()
  await changes.moved(before, tooLong)
  const alive = setInterval(() => undefined, 1_000)
  await changes.moved(changes.version, 1)
  clearInterval(alive)
})
