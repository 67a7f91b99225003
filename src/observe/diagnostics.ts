import { Readable } from 'node:stream'
import type { Awaitable } from '../base/awaitable.ts'
import type { Observe } from '../base/observation.ts'
import type { MetricsPage, PageContent } from './metrics-server.ts'
import type { Supervised } from './service-metrics.ts'

/** Seconds of a profile: less than the metrics server leaves a connection idle. */
const seconds = { usual: '10', max: 20 } as const

const loopback = /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/

/** Profiles and heap snapshots, one at a time and for this machine alone, since a heap has secrets; not for pages in its browsers. */
export const diagnosticPages = (
  workers: ReadonlyMap<string, Supervised>,
  observe: Observe,
): Readonly<Record<string, MetricsPage>> => {
  let isBusy = false
  const page = (
    what: string,
    take: (worker: Supervised, asked: URLSearchParams) => Awaitable<PageContent>,
  ): MetricsPage => ({
    method: 'POST',
    type: 'application/json',
    make: async ({ url = '', headers, socket }) => {
      if (!loopback.test(socket.remoteAddress ?? '') || headers.origin !== undefined)
        return [403, 'Ask from the machine of the service, over its loopback address.']
      const asked = new URL(url, 'http://localhost').searchParams
      const environment = asked.get('environment') ?? ''
      const worker = workers.get(environment)
      if (worker === undefined)
        return [400, `Add ?environment=, which takes ${[...workers.keys()].join(' or ')}.`]
      if (isBusy) return [409, 'Another one is being made. Try again later.']
      isBusy = true
      let content: PageContent | undefined
      try {
        content = await take(worker, asked)
        if (!Array.isArray(content)) observe({ kind: 'diagnosed', environment, what })
        return content
      } finally {
        if (content instanceof Readable) content.once('close', () => (isBusy = false))
        else isBusy = false
      }
    },
  })
  return {
    '/debug/profile': page('profile', async (worker, asked) => {
      const time = Number(/^\d{1,2}$/.exec(asked.get('seconds') ?? seconds.usual)?.[0])
      return time >= 1 && time <= seconds.max
        ? await worker.profile(time)
        : [400, `seconds takes a whole number from 1 to ${seconds.max}.`]
    }),
    '/debug/heap-snapshot': page('heap snapshot', (worker) => worker.heapSnapshot()),
  }
}
