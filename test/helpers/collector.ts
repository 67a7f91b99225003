import { createServer } from 'node:http'
import type { Json } from './app.ts'
import type { Cleanup } from './cleanup.ts'
import { listen } from './listening.ts'
import { poll } from './poll.ts'

type Keyed = ReadonlyArray<{ key: string; value: Record<string, unknown> }>

const named = (attributes: Keyed): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/**
 * Receives OTLP over HTTP: spans in JSON, with their attributes by name and the instance that sent them as `resource`, and
 * whatever else comes, as it came. A span of kind 2 is of a server, 3 of a client; its status has code 2 for an error. It
 * ends with the test.
 */
export const startCollector = async (t: Cleanup) => {
  const spans: Json[] = []
  const requests: Array<{ readonly path: string; readonly type: string; readonly body: Buffer }> =
    []
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      const body = Buffer.concat(await Array.fromAsync(request))
      const { url: path = '', headers } = request
      const { 'content-type': type = '' } = headers
      requests.push({ path, type, body })
      response.writeHead(200, { 'content-type': type }).end(type.endsWith('json') ? '{}' : '')
      if (!type.endsWith('json')) return
      for (const { resource, scopeSpans } of JSON.parse(body.toString()).resourceSpans)
        for (const { spans: some } of scopeSpans)
          for (const span of some)
            spans.push({
              ...span,
              attributes: named(span.attributes),
              resource: named(resource.attributes),
            })
    }
    void take()
  })
  const port = await listen(t, server)
  return {
    spans,
    requests,
    variables: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
    /** Waits for a span that is as the test says, and returns it. */
    until: async (isIt: (span: Json) => boolean): Promise<Json> =>
      await poll(() => spans.find(isIt)),
  }
}
