import assert from 'node:assert/strict'
import type { Cleanup } from '../helpers/cleanup.ts'
import type { RawAnswer } from '../helpers/raw-answers.ts'
import { connectTo, until } from './exchange.ts'

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

/** Sends bytes, ends its side, and returns the answers until the service closes too. */
export const answersTo = async (
  t: Cleanup,
  port: number,
  bytes: string,
): Promise<readonly RawAnswer[]> => {
  const { socket, answers, isClosed } = await connectTo(t, port, { allowHalfOpen: true })
  socket.end(Buffer.from(bytes, 'latin1'))
  await until(isClosed, 10_000)
  socket.destroy()
  assert.ok(isClosed(), 'the service closes once the client has ended')
  return answers()
}
