import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { maxPhotoBytes } from '../../src/resources/photos/photo.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { png } from '../helpers/pictures.ts'
import { startService } from '../helpers/service.ts'

const uploads = 64
/** Mebibytes that the uploads may add to the memory of the service and of its processes together. */
const maxGrowth = 300

/** Resident mebibytes of a process and of those that it started. */
const residentOf = (pid: number): number => {
  const status = (of: string): string => {
    try {
      return readFileSync(`/proc/${of}/status`, 'utf8')
    } catch {
      // It has ended meanwhile.
      return ''
    }
  }
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const own = all.filter(
    (name) => Number(name) === pid || new RegExp(`^PPid:\\t${pid}$`, 'm').test(status(name)),
  )
  return own.reduce(
    (sum, name) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(status(name))?.[1] ?? 0) / 1_024,
    0,
  )
}

test('64 uploads of ten MiB at once take bounded memory, and another client is answered', async (t) => {
  const service = await startService(t, temporaryFolder(t))
  const { pid = 0 } = service.process
  const base = service.baseUrl('staging')
  const wide = ['--plan', 'enterprise', '--per-minute', '1000000', '--per-day', '1000000']
  const newKey = async () => await service.addKey('staging', ...wide)
  const keys = await Promise.all(Array.from({ length: 4 }, newKey))
  const other = await newKey()
  const body = png(1_860, 1_870, { pixels: randomBytes })
  assert.ok(body.length > 0.99 * maxPhotoBytes && body.length <= maxPhotoBytes, String(body.length))
  const before = residentOf(pid)
  const uploading = { isDone: false }
  const counts: Record<number, number> = {}
  const upload = async (at: number): Promise<void> => {
    const key = keys[at % keys.length] ?? ''
    const headers = { 'Content-Type': 'image/png', 'Idempotency-Key': `upload-${at}` }
    // The animals of the sample data are twelve.
    const url = `${base}/pets/${(at % 12) + 1}/photos`
    while (!uploading.isDone) {
      const answer = await call(url, { method: 'POST', key, body, headers }).catch(() => undefined)
      const { status = 0 } = answer ?? {}
      counts[status] = (counts[status] ?? 0) + 1
      if (status === 201) return
      // Without an answer the service closed a connection that it did not read to its end.
      assert.ok(status === 503 || status === 0, answer?.text ?? '')
      await wait(500)
    }
  }
  let peak = before
  const times: number[] = []
  const watch = (async () => {
    while (!uploading.isDone) {
      const start = performance.now()
      const answer = await call(`${base}/pets?limit=20`, { key: other })
      assert.equal(answer.status, 200, answer.text)
      times.push(performance.now() - start)
      peak = Math.max(peak, residentOf(pid))
      await wait(10)
    }
  })()
  try {
    await Promise.all(Array.from({ length: uploads }, async (_, at) => await upload(at)))
  } finally {
    uploading.isDone = true
    await watch
  }
  const [p50, p99] = [0.5, 0.99].map((share) =>
    times.toSorted((one, another) => one - another)[Math.floor(share * times.length)]?.toFixed(1),
  )
  t.diagnostic(
    `resident ${before.toFixed()} MiB before, ${peak.toFixed()} at most; the other client: p50 ${p50} ms, p99 ${p99} ms of ${times.length}; answers ${JSON.stringify(counts)}`,
  )
  assert.ok(peak - before <= maxGrowth, `${(peak - before).toFixed()} MiB more`)
})
