import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Observe } from '../base/observation.ts'
import type { Supervised } from './service-metrics.ts'

const loopback = /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/

/** Answers with a profile or the heap, one at a time and for this machine alone, since a heap has secrets; not for pages in its browsers. */
export const diagnosticsOf = (workers: ReadonlyMap<string, Supervised>, observe: Observe) => {
  let isBusy = false
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '', headers, socket } = request
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const what = pathname === '/debug/profile' ? 'profile' : 'heap snapshot'
    const environment = searchParams.get('environment') ?? ''
    const worker = workers.get(environment)
    // Less than the metrics server leaves a connection idle.
    const seconds = Number(searchParams.get('seconds') ?? 10)
    const refuse = (status: number, reason: string): void =>
      void response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`${reason}\n`)
    if (method !== 'POST') return refuse(405, 'Use POST.')
    if (!loopback.test(socket.remoteAddress ?? '') || headers.origin !== undefined)
      return refuse(403, 'Ask from the machine of the service, over its loopback address.')
    if (worker === undefined)
      return refuse(400, `Add ?environment=, which takes ${[...workers.keys()].join(' or ')}.`)
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > 20)
      return refuse(400, 'seconds takes a whole number from 1 to 20.')
    if (isBusy) return refuse(409, 'Another one is being made. Try again later.')
    isBusy = true
    try {
      const made = what === 'profile' ? [await worker.profile(seconds)] : worker.heapSnapshot()
      const content = await made
      observe({ kind: 'diagnosed', environment, what })
      response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      await pipeline(content, response)
    } finally {
      isBusy = false
    }
  }
}
