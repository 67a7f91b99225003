import { wireLimits } from '../../src/base/limits.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { noLines, unsafeHeaderLines } from '../../src/base/headers.ts'
import type { WireRequest } from '../../src/base/wire-request.ts'
import { createWireServer } from '../../src/http/wire/server.ts'
import { readShared } from '../../src/http/wire/shared-reads.ts'
import { seededRandom } from '../torture/random.ts'
import { listen } from '../helpers/listening.ts'
import { connectTo, seed, until } from './exchange.ts'

test('all sockets of a server read into one buffer: Node has the names that this needs', async (t) => {
  const taken: Array<readonly [string, ArrayBufferLike]> = []
  const server = createServer((socket) => {
    t.after(() => socket.destroy())
    readShared(socket, (length, buffer) => {
      taken.push([buffer.toString('latin1', 0, length), buffer.buffer])
      socket.end()
    })
  })
  const port = await listen(t, server)
  for (const text of ['one', 'other']) {
    const { socket } = await connectTo(t, port)
    socket.end(text)
    await once(socket, 'end')
  }
  const [one, other] = taken
  assert.deepEqual([one?.[0], other?.[0]], ['one', 'other'])
  assert.equal(one?.[1], other?.[1])
})

test('a socket that cannot read into it reads in the ordinary way', async () => {
  // It has no handle of the system.
  const socket = new Socket()
  const taken = new Promise<string>((resolve) => {
    readShared(socket, (length, buffer) => resolve(buffer.toString('latin1', 0, length)))
  })
  socket.push('bytes')
  assert.equal(await taken, 'bytes')
  socket.destroy()
})

const refused = {
  status: 400,
  lines: unsafeHeaderLines('Content-Length: 0\r\n'),
  encoding: 'latin1',
} as const

/** Serves requests by what they said, some turns of the event loop after it came. */
const serveEchoes = async (t: TestContext, random: () => number): Promise<number> => {
  const later = async (): Promise<void> => {
    for (let turns = Math.floor(random() * 4); turns > 0; turns -= 1) await nextTurn()
  }
  const echo = async (request: WireRequest): Promise<void> => {
    await later()
    const body = await request.readBody(wireLimits.bodyBytes)
    await later()
    const said = `${request.target} ${String(request.headers['x-said'])} ${body?.toString('latin1')}`
    const lines = unsafeHeaderLines(`Content-Length: ${said.length}\r\n`)
    request.answer(noLines, { status: 200, lines, body: said, encoding: 'latin1' })
  }
  const { server } = createWireServer(
    (request) => void echo(request),
    () => ({ lines: noLines, answer: { ...refused, body: undefined } }),
    { ...wireLimits, checkInterval: 60_000 },
  )
  return await listen(t, server)
}

test('what many connections send at once, in pieces, comes together as each has sent it', async (t) => {
  t.diagnostic(`seed ${seed}`)
  const random = seededRandom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const port = await serveEchoes(t, random)

  /** A request that no other is like, and what its answer says. */
  const requestOf = (name: string): readonly [sent: string, said: string] => {
    const body = `${name}-`.repeat(below(3) === 0 ? below(5_000) : below(20))
    const target = `/${name}${'a'.repeat(below(30))}`
    const line = below(3) === 0 ? `X-Said: ${name}\r\n` : 'X-Said: same\r\n'
    const said = line.slice('X-Said: '.length, -2)
    const head = (method: string, more: string): string =>
      `${method} ${target} HTTP/1.1\r\nHost: a\r\n${line}${more}\r\n`
    if (body === '') return [head('GET', ''), `${target} ${said} `]
    const half = below(body.length - 1) + 1
    const chunks = [body.slice(0, half), body.slice(half), '']
      .filter((chunk, at) => at === 2 || chunk !== '')
      .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    const sent =
      below(2) === 0
        ? head('POST', 'Transfer-Encoding: chunked\r\n') + chunks.join('')
        : head('POST', `Content-Length: ${body.length}\r\n`) + body
    return [sent, `${target} ${said} ${body}`]
  }

  await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const { socket, answers } = await connectTo(t, port)
      const requests = Array.from({ length: 30 }, (_each, at) => requestOf(`${n}-${at}`))
      let left = requests.map(([sent]) => sent).join('')
      while (left !== '') {
        const piece = below(4) === 0 ? below(8_000) + 1 : below(60) + 1
        socket.write(left.slice(0, piece), 'latin1')
        left = left.slice(piece)
        await nextTurn()
      }
      await until(() => answers().length === requests.length)
      assert.deepEqual(
        answers().map(({ text }) => text),
        requests.map(([, said]) => said),
      )
    }),
  )
})
