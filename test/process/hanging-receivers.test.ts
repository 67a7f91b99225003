import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeliveryBench } from '../helpers/delivery.ts'

test('ten thousand receivers that hang take half of the attempts, and a prompt one is served', async (t) => {
  const bench = new DeliveryBench(t)
  const good = 'https://good.example/'
  await bench.addEnabled([good])
  const urls = Array.from({ length: 10_000 }, (_, index) => `https://h${index}.example/`)
  await bench.addWebhooks(urls)
  await bench.rounds()
  assert.equal(bench.sent.length, 500, 'the pings that hang')
  await bench.addEvents(40)
  const delivered: string[] = []
  for (let count = 0; count < 15; count += 1) {
    await bench.rounds()
    assert.equal(bench.sent.filter((one) => one.url !== good).length, 500)
    for (const one of bench.sent.filter((each) => each.url === good)) {
      delivered.push(one.id)
      one.answer({ status: 200 })
    }
  }
  assert.equal(delivered.length, 40)
  const hanging = new Set(bench.sent.map((one) => one.url))
  bench.answerAll({ result: 'timeout', reason: 'No answer within 15 seconds.' })
  await bench.rounds()
  assert.equal(bench.sent.length, 500)
  assert.ok(
    bench.sent.every((one) => !hanging.has(one.url)),
    'others have their turn',
  )
})
