import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { seededRandom } from '../torture/random.ts'
import { wireGroups } from './cases/index.ts'
import { parseAnswers, until } from './exchange.ts'

const seed = Number(process.env['WIRE_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
const count = Number(process.env['WIRE_MUTATIONS'] ?? 800)

const pieces = ['\r\n', '\n', '\r', '\0', ' ', '\t', ':', '%', '0', '\xff', 'HTTP/1.1', '{', '"']
const longest = 20_000

/** Bytes with a few of them taken out, doubled, swapped, or replaced. */
const mutate = (bytes: string, random: () => number): string => {
  const at = (length: number): number => Math.floor(random() * length)
  let text = bytes
  for (let times = at(4) + 1; times > 0; times -= 1) {
    const from = at(text.length)
    const to = from + at(random() < 0.8 ? 4 : 60)
    const cut = text.slice(from, to)
    const put = [
      () => '',
      () => cut + cut,
      () => pieces[at(pieces.length)] ?? '',
      () => String.fromCharCode(at(256)),
    ]
    text = text.slice(0, from) + (put[at(put.length)]?.() ?? '') + text.slice(to)
  }
  return text
}

/** Sends bytes, ends, and gives back all that is answered until the service closes too. */
const answersTo = async (port: number, bytes: string): Promise<string> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  let received = ''
  let isOver = false
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  for (const event of ['end', 'close', 'error'] as const) socket.on(event, () => (isOver = true))
  socket.end(Buffer.from(bytes, 'latin1'))
  await until(() => isOver, 10_000)
  socket.destroy()
  assert.ok(isOver, 'the service closes once the client has ended')
  return received
}

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
        assert.ok(status < 500, `${status} for ${JSON.stringify(bytes)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  const failures = app.observations.filter(({ kind }) => kind === 'request_failed')
  assert.deepEqual(failures, [])
  const shown = [...statuses].toSorted(([a], [b]) => a - b)
  t.diagnostic(shown.map(([status, times]) => `${status}: ${times}`).join(', '))
})
