import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { until } from './exchange.ts'

const pieces = ['\r\n', '\n', '\r', '\0', ' ', '\t', ':', '%', '0', '\xff', 'HTTP/1.1', '{', '"']

/** Bytes with some removed, doubled, swapped or replaced. */
export const mutate = (bytes: string, random: () => number): string => {
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

/** Sends bytes, ends its side, and returns all bytes until the service closes too. */
export const answersTo = async (port: number, bytes: string): Promise<string> => {
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
