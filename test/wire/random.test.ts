import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { it, type TestApp } from '../helpers/app.ts'
import { seededRandom } from '../torture/random.ts'
import { chunked, counted, get } from './case.ts'
import { wireCases } from './cases/index.ts'
import { answersTo, connectTo, seed, untilDeserted } from './exchange.ts'
import { mutate } from './mutate.ts'

const failuresOf = ({ observations }: TestApp) =>
  observations.filter(
    (one) =>
      one.kind === 'request_failed' ||
      // A mutated method is an unknown one.
      (one.kind === 'request' && one.status >= 500 && one.status !== 501),
  )

const count = Number(process.env['WIRE_MUTATIONS'] ?? 800)

it(`${count} broken requests end in no 5xx and no silence (WIRE_SEED=${seed})`, async (app, t) => {
  const random = seededRandom(seed)
  const originals = Object.values(wireCases)
    .flat()
    .map(({ packets }) => packets(app.key).join(''))
    .filter(({ length }) => length > 0 && length < 20_000)
  let left = count
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const bytes = mutate(originals[Math.floor(random() * originals.length)] ?? '', random)
      for (const { status } of await answersTo(t, app.port, bytes))
        assert.ok(status < 500 || status === 501, `${status} for ${JSON.stringify(bytes)}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  assert.deepEqual(failuresOf(app), [])
})

it(`connections that are reset at any moment leave nothing behind (WIRE_SEED=${seed})`, async (app, t) => {
  const random = seededRandom(seed)
  const requests = [
    ...[get(), counted(), counted('Expect: 100-continue'), chunked()].map((make) => make(app.key)),
    'nonsense\r\n\r\n',
    'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  ]
  const hitAndRun = async (which: number): Promise<void> => {
    const bytes = (requests[which % requests.length] ?? '').repeat(1 + (which % 7))
    const cut = Math.ceil(random() * bytes.length)
    const pause = random() * 4
    const { socket } = await connectTo(t, app.port)
    socket.write(bytes.slice(0, cut))
    if (which % 3 > 0) await wait(pause)
    socket.resetAndDestroy()
  }
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(
      Array.from({ length: 50 }, async (_, which) => await hitAndRun(which + round)),
    )
  }
  await untilDeserted(app)
  assert.deepEqual(failuresOf(app), [])
  assert.equal((await app.call('/pets')).status, 200)
})
