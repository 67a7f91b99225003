import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { sealerWith, sealingKeyOf } from '../../src/base/sealing.ts'
import { keyInFile, openSealer } from '../../src/delivery/secret-key.ts'
import { temporaryFolder } from '../helpers/app.ts'

const key = randomBytes(32)
const sealer = sealerWith(() => key)

test('what is sealed opens again, and is sealed anew each time', () => {
  const one = sealer.seal('whsec_secret', 'webhook:1')
  const other = sealer.seal('whsec_secret', 'webhook:1')
  assert.notEqual(one, other)
  for (const sealed of [one, other]) {
    assert.ok(!sealed.includes('secret'))
    assert.equal(sealer.open(sealed, 'webhook:1'), 'whsec_secret')
  }
})

test('another key, another owner and a changed text open nothing', () => {
  const sealed = sealer.seal('whsec_secret', 'webhook:1')
  assert.equal(sealer.open(sealed, 'webhook:2'), undefined)
  assert.equal(sealerWith(() => randomBytes(32)).open(sealed, 'webhook:1'), undefined)
  const bytes = Buffer.from(sealed.slice(2), 'base64')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.equal(sealer.open(`1:${changed.toString('base64')}`, 'webhook:1'), undefined)
  }
  for (const text of ['', '1:', `2:${sealed.slice(2)}`, sealed.slice(0, 20), 'whsec_secret']) {
    assert.equal(sealer.open(text, 'webhook:1'), undefined, text)
  }
})

test('a key is 32 bytes in base64 or hexadecimal digits, and nothing else', () => {
  const [hex, base64] = [key.toString('hex'), key.toString('base64')]
  for (const text of [hex, base64, base64.slice(0, -1)]) {
    assert.deepEqual(Buffer.from(sealingKeyOf(text) ?? []), key, text)
  }
  const short = randomBytes(31).toString('base64')
  for (const text of ['', 'secret', hex.slice(1), short, `${base64}=`]) {
    assert.equal(sealingKeyOf(text), undefined, text)
  }
})

test('the key file is made at the first need, for its owner alone, and is read from then on', (t) => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'secret.key')
  const parts = { dataDir: folder, secretKey: undefined }
  const early = openSealer(parts)
  assert.ok(!existsSync(path), 'opening makes no file')
  const sealed = early.seal('whsec_secret', 'webhook:1')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['secret.key'])
  assert.equal(openSealer(parts).open(sealed, 'webhook:1'), 'whsec_secret')
  rmSync(path)
  assert.equal(openSealer(parts).open(sealed, 'webhook:1'), undefined, 'it is lost with its file')
})

test('a key in the configuration needs no file', (t) => {
  const folder = temporaryFolder(t)
  openSealer({ dataDir: folder, secretKey: key }).seal('whsec_secret', 'webhook:1')
  assert.deepEqual(readdirSync(folder), [])
})

test('threads that need a key at once make one and all get it', async (t) => {
  const folder = temporaryFolder(t)
  const source = new URL('../../src/delivery/secret-key.ts', import.meta.url).href
  const code = `
    const { parentPort, workerData: [path, gate] } = require('node:worker_threads')
    import('${source}').then(({ keyInFile }) => {
      Atomics.add(gate, 1, 1)
      Atomics.notify(gate, 1)
      Atomics.wait(gate, 0, 0)
      parentPort.postMessage(Buffer.from(keyInFile(path)).toString('hex'))
    })`
  for (let round = 0; round < 5; round += 1) {
    const path = join(folder, `${round}.key`)
    const gate = new Int32Array(new SharedArrayBuffer(8))
    const keys = Array.from({ length: 4 }, async () => {
      const worker = new Worker(code, { eval: true, workerData: [path, gate] })
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      worker.once('message', resolve)
      worker.once('error', reject)
      return await promise
    })
    for (let ready = 0; ready < 4; ready = Atomics.load(gate, 1)) {
      await Atomics.waitAsync(gate, 1, ready).value
    }
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
    assert.deepEqual(new Set(await Promise.all(keys)).size, 1)
    assert.equal(readFileSync(path, 'latin1').trim().length, 44)
  }
  assert.equal(readdirSync(folder).length, 5, 'nothing is left beside the keys')
})

test('a key file that others may read, or that has no key, is refused with advice', (t) => {
  const path = join(temporaryFolder(t), 'secret.key')
  writeFileSync(path, key.toString('base64'))
  chmodSync(path, 0o640)
  assert.throws(() => keyInFile(path), { message: /mode 640.*Run chmod 600 /s })
  chmodSync(path, 0o400)
  assert.deepEqual(Buffer.from(keyInFile(path)), key)
  chmodSync(path, 0o600)
  writeFileSync(path, 'half a ke')
  assert.throws(() => keyInFile(path), { message: /has no key of 32 bytes.*Restore it/s })
})

test('a key file is not made in a folder that is not there', (t) => {
  const path = join(temporaryFolder(t), 'missing', 'secret.key')
  assert.throws(() => keyInFile(path), { message: /cannot be made/ })
})
