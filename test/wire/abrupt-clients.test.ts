import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { it } from '../helpers/app.ts'
import { seededRandom } from '../torture/random.ts'
import { chunked, creation, head, petJson } from './case.ts'
import { connectTo, seed, untilDeserted } from './exchange.ts'

it(`connections that are reset at any moment leave nothing behind (WIRE_SEED=${seed})`, async (app, t) => {
  const random = seededRandom(seed)
  const requests = [
    head('GET /v1/pets HTTP/1.1', app.key),
    creation(app.key, petJson, 'Content-Length: 27'),
    creation(app.key, petJson, 'Content-Length: 27', 'Expect: 100-continue'),
    chunked(app.key, `1b\r\n${petJson}\r\n0\r\n\r\n`),
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
  const failures = app.observations.filter(
    (one) => one.kind === 'request_failed' || (one.kind === 'request' && one.status >= 500),
  )
  assert.deepEqual(failures, [])
  assert.equal((await app.call('/pets')).status, 200)
})
