import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer as createTcp, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { createSecureContext } from 'node:tls'
import { addressRule } from '../../src/delivery/addresses.ts'
import type { Attempt } from '../../src/delivery/attempt.ts'
import { openConnections, type Resolve } from '../../src/delivery/connections.ts'
import { sender } from '../../src/delivery/send.ts'
import { signedHeaders } from '../../src/delivery/outgoing.ts'
import type { Certificate } from './certificates.ts'
import type { Cleanup } from './cleanup.ts'
import { messageFaults } from './judge-message.ts'
import { listen } from './listening.ts'
import { poll } from './poll.ts'
import type { Ask } from './service.ts'

/** Holds each message that comes against the OpenAPI document. In the end no message may have broken it. */
const newJudge = () => {
  const judged: Array<Promise<readonly string[]>> = []
  return {
    hear: (request: IncomingMessage): void => {
      const body = readBody(request)
      bodies.set(request, body)
      const { method, headers } = request
      judged.push(
        body.then(
          (text) => messageFaults({ method, headers, body: text }),
          // The connection broke before the message was whole.
          () => [],
        ),
      )
    },
    end: async (): Promise<void> => assert.deepEqual((await Promise.all(judged)).flat(), []),
  }
}

/** A receiver of webhooks: with a certificate by https, else by http. */
export const startReceiver = async (
  cleanup: Cleanup,
  listener: RequestListener,
  certificate?: Certificate,
) => {
  const judge = newJudge()
  const take: RequestListener = (request, response) => {
    judge.hear(request)
    listener(request, response)
  }
  const server = certificate ? createHttps(certificate, take) : createHttp(take)
  const receiver = await listening(cleanup, server)
  cleanup.after(judge.end)
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

/** A receiver that does with each connection what the test says. */
export const startRawReceiver = async (cleanup: Cleanup, take: (socket: Socket) => void) => {
  const judge = newJudge()
  // Reads beside the test. Other bytes, like those of TLS, are no message.
  const reader = createHttp((request, response) => {
    judge.hear(request)
    response.end()
  })
  const sockets = new Set<Socket>()
  const server = createTcp((socket) => {
    sockets.add(socket)
    const copy = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() })
    reader.emit('connection', copy)
    socket.on('error', () => undefined).on('close', () => copy.destroy())
    socket.on('data', (bytes) => copy.push(bytes))
    take(socket)
  })
  cleanup.after(async () => {
    for (const socket of sockets) socket.destroy()
    await judge.end()
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
