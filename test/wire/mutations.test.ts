import assert from 'node:assert/strict'
import { it } from '../helpers/app.ts'
import { seededRandom } from '../torture/random.ts'
import { wireGroups } from './cases/index.ts'
import { seed } from './exchange.ts'
import { answersTo, mutate } from './mutate.ts'

const count = Number(process.env['WIRE_MUTATIONS'] ?? 800)

const longest = 20_000

it(`${count} broken requests end in no 5xx and no silence (WIRE_SEED=${seed})`, async (app, t) => {
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
      for (const { status } of await answersTo(t, app.port, bytes)) {
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
