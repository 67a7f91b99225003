import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { followList } from '../torture/followers.ts'
import { History } from '../torture/history.ts'
import { nodesAt } from '../torture/nodes.ts'
import { type Network, newHost } from './network.ts'
import { outbound } from './sender.ts'
import type { VirtualTime } from './time.ts'

/** Some of the events: each is a message more. */
const types = ['order.delivered', 'order.expired']

/** Milliseconds in which what was not taken is sent again, at the end; later attempts may be pending still. */
const settling = 60_000

/** Milliseconds of the wall time for which an attempt may be due, and under way. */
const underWay = 400_000

/** Milliseconds from a failed attempt to the next: at least this, by the documents. */
const earliest = [4_000, 240_000, 1_440_000, 5_760_000] as const

/** A message as its receiver had it. */
type Received = {
  readonly path: string
  readonly id: string
  readonly body: string
  readonly isSigned: boolean
  readonly isTaken: boolean
}

type Shown = { readonly id: number; readonly timestamp: string }

/**
 * Adds two webhooks of one receiver, which refuses some messages, hangs and cuts connections; one is disabled on the way.
 * `end` compares what came with the log, and returns numbers that must be 0.
 */
export const watchWebhooks = async (
  time: VirtualTime,
  network: Network,
  bases: readonly string[],
  key: string,
) => {
  const received: Received[] = []
  const secrets = new Map<string, string>()
  const nodes = nodesAt(bases, time.random, new History(), network.agent())

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = ''
    try {
      for await (const bytes of request) body += String(bytes)
    } catch {
      return
    }
    const { url: path = '', headers } = request
    const [id, at, signature] = ['id', 'timestamp', 'signature'].map((name) =>
      String(headers[`webhook-${name}`]),
    ) as [string, string, string]
    const secret = Buffer.from(secrets.get(path)?.slice('whsec_'.length) ?? '', 'base64')
    const signed = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')
    const isPing = id.startsWith('ping_')
    const tries = received.filter((one) => one.path === path && one.id === id).length
    const fate = isPing || tries > 1 ? 1 : time.random()
    const isTaken = fate > 0.2
    if (!isPing) received.push({ path, id, body, isSigned: signature === `v1,${signed}`, isTaken })
    if (fate < 0.01) return
    if (fate < 0.07) {
      request.socket.destroy()
      return
    }
    // Its date would be the machine's.
    response.sendDate = false
    response.writeHead(isTaken ? 204 : 500).end()
  }
  // The timers of a server are the machine's.
  const timers = { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }
  const host = newHost(createServer(timers, (request, response) => void take(request, response)))
  outbound.connect = () => network.connect(host, 'hooks', time.machine)

  const change = async (method: string, path: string, body?: object) => {
    const { answer } = await nodes.ask(path, { key, method, ...(body && { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text)
  }
  const add = async (path: string): Promise<string> => {
    const url = `https://hooks.test${path}`
    const { id, secret } = await change('POST', '/webhooks', { url, types })
    secrets.set(path, secret)
    for (;;) {
      const { state } = await change('GET', `/webhooks/${id}`)
      if (state === 'enabled') return `/webhooks/${id}`
      await time.wait(50)
    }
  }
  const [kept, ended] = [await add('/kept'), await add('/ended')]
  const since = time.wall
  let isOver = false
  const disabling = (async (): Promise<number> => {
    while (received.filter(({ path }) => path === '/ended').length < 3) {
      if (isOver) return Infinity
      await time.wait(50)
    }
    await change('PATCH', ended, { state: 'disabled' })
    return time.wall
  })()

  const list = async <T>(path: string): Promise<ReadonlyArray<T & { readonly text: string }>> => {
    const texts = await followList(nodes, key, path, AbortSignal.abort())
    return texts.map((text) => ({ ...(JSON.parse(text) as T), text }))
  }
  const listEvents = async () => await list<Shown>(`/events?limit=100&type=${types.join()}`)
  const untaken = async () => {
    const taken = received.filter(({ path, isTaken }) => path === '/kept' && isTaken)
    const ids = new Set(taken.map(({ id }) => id))
    return (await listEvents()).filter(
      ({ id, timestamp }) => Date.parse(timestamp) > since && !ids.has(`evt_${id}`),
    )
  }
  return {
    received,
    end: async () => {
      const until = time.now + settling
      let missing = await untaken()
      while (missing.length > 0 && time.now < until) {
        await time.wait(1_000)
        missing = await untaken()
      }
      type Delivery = {
        readonly eventId?: number
        readonly status: string
        readonly nextAttemptAt?: string
        readonly attempts: ReadonlyArray<{ readonly at: string }>
      }
      const deliveries = await list<Delivery>(`${kept}/deliveries?limit=100`)
      const waiting = new Set(
        deliveries
          .filter(({ nextAttemptAt = '' }) => Date.parse(nextAttemptAt) > time.wall - underWay)
          .map(({ eventId }) => eventId),
      )
      const early = deliveries.flatMap(({ attempts }) =>
        attempts.slice(1).filter(({ at }, place) => {
          const before = Date.parse(attempts[place]?.at ?? '')
          return Date.parse(at) - before < (earliest[place] ?? 0)
        }),
      )
      const events = await listEvents()
      const texts = new Map(events.map((event) => [`evt_${event.id}`, event]))
      isOver = true
      const disabledAt = await disabling
      nodes.close()
      const isLater = (id: string): boolean =>
        Date.parse(texts.get(id)?.timestamp ?? '') > disabledAt
      return {
        'messages lost': missing.filter(({ id }) => !waiting.has(id)).length,
        altered: received.filter(
          ({ id, body, isSigned }) => !isSigned || texts.get(id)?.text !== body,
        ).length,
        'too early': early.length,
        'to a disabled webhook': received.filter(({ path, id }) => path === '/ended' && isLater(id))
          .length,
      }
    },
  }
}
