import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer as createTcp, type Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { addressRule } from '../../src/delivery/addresses.ts'
import type { Attempt } from '../../src/delivery/attempt.ts'
import { openConnections, type Resolve } from '../../src/delivery/connections.ts'
import { sender } from '../../src/delivery/send.ts'
import { signedHeaders } from '../../src/delivery/outgoing.ts'
import type { Certificate } from './certificates.ts'
import type { Cleanup } from './cleanup.ts'
import { judgeAndTell, judgeBytes } from './judge-message.ts'
import { listen } from './listening.ts'
import { poll } from './poll.ts'
import type { Ask } from './service.ts'

/**
 * A receiver of webhooks: with a certificate by https, else by http. Every message that it gets is held against the
 * OpenAPI document.
 */
export const startReceiver = async (
  cleanup: Cleanup,
  listener: RequestListener,
  certificate?: Certificate,
) => {
  const faults: unknown[] = []
  const judged: Array<Promise<void>> = []
  const take: RequestListener = (request, response) => {
    const body = readBody(request)
    bodies.set(request, body)
    const { method, headers } = request
    judged.push(
      body.then(
        (text) => judgeAndTell({ method, headers, body: text }, (fault) => faults.push(fault)),
        // The connection broke before the message was whole.
        () => undefined,
      ),
    )
    listener(request, response)
  }
  const server = certificate ? createHttps(certificate, take) : createHttp(take)
  const receiver = await listening(cleanup, server)
  cleanup.after(async () => {
    await Promise.all(judged)
    assert.deepEqual(faults, [])
  })
  return receiver
}

/** A receiver that takes every message; `received` has the names of the animals that were added. */
export const startReceiverOfPets = async (cleanup: Cleanup) => {
  const received: string[] = []
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { type, data } = JSON.parse(await bodyOf(request))
    if (type === 'pet.created') received.push(data.pet.name)
    response.writeHead(204).end()
  }
  const { port } = await startReceiver(cleanup, (request, response) => void take(request, response))
  return { port, received }
}

/** Adds a webhook for new animals, and waits until its receiver has answered the ping. @returns its id */
export const addWebhook = async (ask: Ask, port: number, path = 'hook'): Promise<number> => {
  const body = { url: `http://127.0.0.1:${port}/${path}`, types: ['pet.created'] }
  const { status, text } = await ask('/webhooks', { method: 'POST', body })
  assert.equal(status, 201, text)
  const { id } = JSON.parse(text)
  await poll(async () => JSON.parse((await ask(`/webhooks/${id}`)).text).state === 'enabled')
  return id
}

/**
 * A receiver that does with each connection what the test says. Every whole message is held against the OpenAPI
 * document.
 */
export const startRawReceiver = async (cleanup: Cleanup, take: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const faults: unknown[] = []
  const server = createTcp((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const judge = judgeBytes((fault) => faults.push(fault))
    socket.on('data', judge)
    take(socket)
  })
  cleanup.after(() => {
    for (const socket of sockets) socket.destroy()
    assert.deepEqual(faults, [])
  })
  return await listening(cleanup, server)
}

/** The port of 127.0.0.1 where a server listens, and how many connections it got. */
const listening = async (cleanup: Cleanup, server: ReturnType<typeof createTcp>) => {
  let connections = 0
  server.on('connection', () => (connections += 1))
  return { port: await listen(cleanup, server), connections: () => connections }
}

/** The bodies of requests, which can be read only once. */
const bodies = new WeakMap<IncomingMessage, Promise<string>>()

/** The whole body of a request. */
export const bodyOf = async (request: IncomingMessage): Promise<string> =>
  await (bodies.get(request) ?? readBody(request))

const readBody = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await Array.fromAsync(request)).toString('utf8')

/** A message, and the secrets that are to sign it. */
type Unsigned = Readonly<Record<'url' | 'id' | 'body', string>> & {
  readonly secrets: readonly string[]
}

type LocalParts = {
  /** The authority to trust, in PEM. */
  readonly ca?: string
  readonly resolve?: Resolve
  /** Addresses and ranges that may be called; 127.0.0.0/8 by default. */
  readonly allow?: readonly string[]
  /** Milliseconds for an attempt, and for its connection. */
  readonly longest?: number
  readonly connect?: number
  readonly maxOpen?: number
}

/** Sends to this machine: every name leads to 127.0.0.1. */
export const localSender = (cleanup: Cleanup, parts: LocalParts = {}) => {
  const { ca, allow = ['127.0.0.0/8'], longest = 15_000, connect = 5_000, maxOpen = 100 } = parts
  let lookups = 0
  const connections = openConnections({
    resolve: async (host) => {
      lookups += 1
      return (await parts.resolve?.(host)) ?? ['127.0.0.1']
    },
    rule: addressRule({ allowed: allow, takesHttp: true }),
    secureContext: createSecureContext(ca === undefined ? {} : { ca }),
    maxOpen,
  })
  cleanup.after(() => connections.close())
  const sendSigned = sender({ connections, times: { connect, whole: longest } })
  return {
    /** Signs a message and sends it. */
    send: async ({ url, secrets, id, body }: Unsigned): Promise<Attempt> => {
      const at = Date.now()
      return await sendSigned({ url, at, headers: signedHeaders(secrets, id, at, body), body })
    },
    /** How many names were looked up. */
    lookups: (): number => lookups,
  }
}
