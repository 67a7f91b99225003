import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { wireLimits } from '../../src/base/limits.ts'
import { noLines, unsafeHeaderLines } from '../../src/base/headers.ts'
import type { WireRequest } from '../../src/base/wire-request.ts'
import { createWireServer } from '../../src/http/wire/server.ts'
import { listen } from '../helpers/listening.ts'
import { connectTo, until } from './exchange.ts'

const times = { ...wireLimits, checkInterval: 60_000 }

const empty = {
  status: 200,
  lines: unsafeHeaderLines('Content-Length: 0\r\n'),
  body: undefined,
  encoding: 'latin1',
} as const

/** A connection that has sent the head and some bytes of a request, both of its ends, and the request. */
const send = async (t: TestContext, fields: string, body: Buffer) => {
  const came = Promise.withResolvers<WireRequest>()
  const refuse = () => ({ lines: noLines, answer: { ...empty, status: 400 } })
  const { server } = createWireServer(came.resolve, refuse, times)
  const port = await listen(t, server)
  const connected = once(server, 'connection') as Promise<[Socket]>
  const client = await connectTo(t, port)
  client.socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${fields}\r\n\r\n`)
  client.socket.write(body)
  const [inside] = await connected
  return { client, inside, request: await came.promise }
}

const counted = (length: number): string => `Content-Length: ${length}`
const chunked = 'Transfer-Encoding: chunked'

const inChunks = (body: Buffer, length: number): Buffer => {
  const pieces = Array.from({ length: Math.ceil(body.length / length) }, (_, at) => {
    const piece = body.subarray(at * length, (at + 1) * length)
    return [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]
  })
  return Buffer.concat([...pieces.flat(), Buffer.from('0\r\n\r\n')])
}

const body = Buffer.alloc(2 * 1024 * 1024, 'large body ')

for (const [kind, fields, sent] of [
  ['counted', counted(body.length), body],
  ['chunked', chunked, inChunks(body, 1_000)],
] as const) {
  test(`a large ${kind} body is not read ahead, and whole once somebody takes it`, async (t) => {
    const { inside, request } = await send(t, fields, sent)
    while (!inside.isPaused()) await nextTurn()
    assert.ok(inside.bytesRead <= 4 * wireLimits.bodyBytes, String(inside.bytesRead))
    const read = await request.readBody(body.length)
    assert.ok(read?.equals(body))
  })

  test(`a ${kind} body that is larger than its limit is none`, async (t) => {
    const { request } = await send(t, fields, sent)
    assert.equal(await request.readBody(body.length - 1), undefined)
  })

  test(`a large ${kind} body that nobody takes ends with its answer`, async (t) => {
    const { client, inside, request } = await send(t, fields, sent)
    while (!inside.isPaused()) await nextTurn()
    request.answer(noLines, empty)
    await until(client.isClosed)
    assert.equal(client.answers()[0]?.status, 200)
  })
}

test('chunk sizes and extensions have a limit, however large the body may be', async (t) => {
  const sent = inChunks(body.subarray(0, 200_000), 1)
  const { client, request } = await send(t, chunked, sent)
  void request.readBody(body.length)
  await until(client.isClosed)
  assert.equal(client.answers()[0]?.status, 400)
})
