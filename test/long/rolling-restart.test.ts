import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'

/** The outcomes of the requests of busy clients. */
type HotOutcomes = {
  answered: number
  /** How many connections were refused, so that nothing was sent. */
  refused: number
  /** How many requests over a new connection got no answer. */
  lostOnNew: number
  /** How many requests over a used connection got no answer. */
  lostOnKept: number
}

/**
 * Clients that send one request after the other, each over its own connection. If that is closed, it takes a new one.
 *
 * @param keeps whether they keep a connection as long as the service lets them; else each request has a new one
 * @returns how to end them, and what came of their requests
 */
const startHotClients = (
  port: number,
  clients: number,
  keeps: boolean,
): { readonly outcomes: HotOutcomes; readonly end: () => Promise<HotOutcomes> } => {
  const outcomes = { answered: 0, refused: 0, lostOnNew: 0, lostOnKept: 0 }
  const closing = keeps ? '' : 'Connection: close\r\n'
  const bytes = `GET /healthz HTTP/1.1\r\nHost: shop\r\n${closing}\r\n`
  const ending = new AbortController()
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const socket = connect({ port, host: '127.0.0.1' }).setNoDelay()
      socket.on('error', () => undefined)
      if (!(await connected(socket))) {
        outcomes.refused += 1
        // Leaves the processor to the service that starts.
        await wait(5)
        continue
      }
      for (let sent = 0; !ending.signal.aborted; sent += 1) {
        socket.write(bytes)
        const answer = await nextChunk(socket)
        if (answer === '') {
          if (sent === 0) outcomes.lostOnNew += 1
          else outcomes.lostOnKept += 1
          break
        }
        outcomes.answered += 1
        if (answer.includes('Connection: close')) break
      }
      socket.destroy()
    }
  }
  const runs = Array.from({ length: clients }, run)
  const end = async (): Promise<HotOutcomes> => {
    ending.abort()
    await Promise.all(runs)
    return outcomes
  }
  return { outcomes, end }
}

const connected = async (socket: Socket): Promise<boolean> => {
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  }
}

/** The next bytes, or an empty text at the end. The answers here arrive in one piece. */
const nextChunk = async (socket: Socket): Promise<string> => {
  if (socket.destroyed || socket.readableEnded) return ''
  return await new Promise((resolve) => {
    const settle = (text: string): void => {
      socket.off('data', onData)
      socket.off('close', onClose)
      resolve(text)
    }
    const onData = (chunk: Buffer): void => settle(chunk.toString('latin1'))
    const onClose = (): void => settle('')
    socket.on('data', onData)
    socket.on('close', onClose)
  })
}

for (const keeps of [true, false]) {
  const kind = keeps ? 'keep their connections' : 'take a new connection each time'
  test(`of 32 clients that never pause and ${kind}, none loses a request over three restarts`, async (t) => {
    const dataDir = temporaryFolder(t)
    const variables = {
      PETSTORE_ENVIRONMENTS: 'staging',
      PETSTORE_LOG_LEVEL: 'error',
    }
    let service = await startService(t, dataDir, variables)
    const { port } = new URL(service.baseUrl('staging'))
    const clients = startHotClients(Number(port), 32, keeps)
    t.after(clients.end)
    for (let restart = 0; restart < 3; restart += 1) {
      const before = clients.outcomes.answered
      await poll(() => clients.outcomes.answered > before + 500)
      assert.equal((await service.stop()).status, 0)
      service = await startService(t, dataDir, { ...variables, PETSTORE_STAGING_PORT: port })
    }
    const { answered, refused, ...lost } = await clients.end()
    assert.deepEqual(lost, { lostOnNew: 0, lostOnKept: 0 })
    assert.ok(answered > 1_500 && refused > 0)
  })
}
