import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { seededRandom } from '../torture/random.ts'
import { wireGroups } from './cases/index.ts'
import { parseAnswers } from './exchange.ts'
import { answersTo, mutate } from './mutate.ts'

const seed = Number(process.env['WIRE_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
const count = Number(process.env['WIRE_MUTATIONS'] ?? 800)

const longest = 20_000

test(`${count} broken requests end in no 5xx and no silence (WIRE_SEED=${seed})`, async (t) => {
  const app = await startApp(t)
  const random = seededRandom(seed)
  const originals = wireGroups
    .flatMap(({ cases }) => cases)
    .map(({ packets }) =>
      Buffer.concat(
        packets(app.key).map((packet) => Buffer.from(packet as string, 'latin1')),
      ).toString('latin1'),
    )
    .filter(({ length }) => length > 0 && length < longest)
  const statuses = new Map<number, number>()
  let left = count
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const bytes = mutate(originals[Math.floor(random() * originals.length)] ?? '', random)
      const received = await answersTo(app.port, bytes)
      for (const { status } of parseAnswers(received)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // A mutated method is an unknown one.
        assert.ok(status < 500 || status === 501, `${status} for ${JSON.stringify(bytes)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  const failures = app.observations.filter(({ kind }) => kind === 'request_failed')
  assert.deepEqual(failures, [])
  const shown = [...statuses].toSorted(([a], [b]) => a - b)
  t.diagnostic(shown.map(([status, times]) => `${status}: ${times}`).join(', '))
})
