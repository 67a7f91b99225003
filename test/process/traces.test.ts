import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { startCollector } from '../helpers/collector.ts'
import { call } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { addWebhook, startReceiver } from '../helpers/receiver.ts'
import { createPet, startService } from '../helpers/service.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'

test('a request is a span of its caller’s trace, with its calls of the store, and the log names it', async (t) => {
  const collector = await startCollector(t)
  const service = await startService(t, temporaryFolder(t), {
    ...collector.variables,
    OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=shop,host.name=a%20b',
    PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8',
  })
  const send = service.asking()
  const ask = async (path: string, flags: string) =>
    await send(path, { headers: { traceparent: `00-${traceId}-${parentId}-${flags}` } })
  await ask('/pets/1?secret=path', '00')
  await ask('/pets/1', '01')
  await ask('/contacts/4711?phone=555', '01')
  const span = await collector.until(({ name }) => name === 'GET /v1/pets/{petId}')
  assert.deepEqual([span.kind, span.traceId, span.parentSpanId], [2, traceId, parentId])
  assert.deepEqual(span.attributes, {
    'http.request.method': 'GET',
    'http.route': '/v1/pets/{petId}',
    'url.path': '/v1/pets/{petId}',
    'url.scheme': 'http',
    'http.response.status_code': 200,
  })
  assert.equal(span.resource['service.name'], 'petstore')
  assert.equal(span.resource['host.name'], 'a b')
  assert.equal(span.resource['deployment.environment.name'], 'staging')
  const read = await collector.until(({ parentSpanId }) => parentSpanId === span.spanId)
  assert.equal(read.traceId, traceId)
  assert.ok(BigInt(read.startTimeUnixNano) >= BigInt(span.startTimeUnixNano) - 1_000_000n)
  assert.ok(BigInt(read.endTimeUnixNano) <= BigInt(span.endTimeUnixNano) + 1_000_000n)
  await collector.until(({ name }) => name === 'GET /v1/contacts/{contactId}')
  // The caller of the first request did not want its trace recorded.
  assert.equal(collector.spans.filter(({ name }) => name.startsWith('GET /v1/pets')).length, 1)
  // Ids and times are any digits.
  const told = collector.spans.map(({ name, attributes }) => [name, attributes])
  assert.doesNotMatch(JSON.stringify(told), /secret|555|4711/)
  const lines = service.logged('request').map(({ trace }) => trace)
  assert.deepEqual(lines[1], { traceId, spanId: span.spanId, parentId, sampled: true })

  // A store in a file keeps the trace of an event too.
  const { port } = await startReceiver(t, (_, response) => void response.writeHead(204).end())
  await addWebhook(send, port)
  const headers = { traceparent: `00-${traceId}-${parentId}-01` }
  await createPet(send, 'Rex', undefined, { headers })
  const create = await collector.until(({ name }) => name === 'POST /v1/pets')
  const attempt = await collector.until(
    ({ name, parentSpanId }) => name === 'POST' && parentSpanId === create.spanId,
  )
  assert.equal(attempt.traceId, traceId)
})

test('a stop sends what waits, as protobuf, and a collector that is down costs a line of the log', async (t) => {
  const collector = await startCollector(t)
  const folder = temporaryFolder(t)
  const variables = {
    ...collector.variables,
    // Those for traces win: other signals may go where this one cannot.
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x',
    OTEL_BSP_SCHEDULE_DELAY: '600000',
  }
  const first = await startService(t, folder, variables)
  const headers = { traceparent: `00-${traceId}-${parentId}-01` }
  await call(`${first.baseUrl('staging')}/pets`, { headers })
  assert.equal((await first.stop()).status, 0)
  const [sent] = collector.requests
  assert.deepEqual([sent?.path, sent?.type], ['/v1/traces', 'application/x-protobuf'])
  assert.ok(sent?.body.includes(Buffer.from(traceId, 'hex')))
  assert.ok(sent?.body.includes('/v1/pets'))

  const down = await startService(t, folder, {
    ...variables,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '200',
    OTEL_BSP_MAX_QUEUE_SIZE: '1',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1',
    PETSTORE_METRICS_PORT: '0',
  })
  const answer = await call(`${down.baseUrl('staging')}/pets`, { headers })
  assert.equal(answer.status, 401)
  const { work, error } = await down.untilLogged('background_failed')
  assert.equal(work, 'send traces')
  assert.match(JSON.stringify(error), /ECONNREFUSED/)
  for (const reason of ['not_taken', 'queue_full'])
    await poll(async () => {
      await Promise.all([0, 1, 2].map(() => call(`${down.baseUrl('staging')}/pets`, { headers })))
      return (await down.scrape()).sum('petstore_trace_spans_dropped_total', { reason }) > 0
    })
  assert.equal((await down.stop()).status, 0)
})
