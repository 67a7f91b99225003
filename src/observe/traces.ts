import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import * as otel from '@opentelemetry/api'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import * as resources from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type BufferConfig,
} from '@opentelemetry/sdk-trace-base'
import type { Config } from '../base/config/config.ts'
import type { Environment } from '../base/environments.ts'
import { inTime } from '../base/in-time.ts'
import type { Observe, RequestObservation } from '../base/observation.ts'
import type { TraceContext } from '../base/trace-context.ts'
import type { Tracing } from '../base/tracing.ts'
import { serviceVersion } from '../base/version.ts'
import type { Operation } from '../kit/operation.ts'

/** Milliseconds for the last spans at a stop, and between two reports of errors. */
const [patience, quiet] = [2_000, 60_000] as const

/**
 * Makes spans with the packages of OpenTelemetry, which read their own variables. A call of the store or of the counters is
 * a child of the request in which it is observed. A collector that is down or slow costs only spans, since few are queued.
 */
export const openTracing = (
  protocol: Config['traces'],
  environment: Environment,
  operations: readonly Operation[],
  observe: Observe,
): Tracing => {
  complainTo(observe)
  const own = resources.resourceFromAttributes({
    'service.name': 'petstore',
    'service.version': serviceVersion(),
    'service.instance.id': randomUUID(),
    'deployment.environment.name': environment,
  })
  const chosen = resources.detectResources({ detectors: [resources.envDetector] })
  const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter()
  const provider = new BasicTracerProvider({
    resource: resources.defaultResource().merge(own).merge(chosen),
    spanProcessors: [new BatchSpanProcessor(exporter, countingDropped(observe))],
  })
  const tracer = provider.getTracer('petstore')
  const routes = new Map(operations.map(({ id, path }) => [id, `/v1${path}`]))
  const current = new AsyncLocalStorage<otel.Span>()
  return {
    begin: (kind, parent) => {
      const span = tracer.startSpan(kind, { kind: otel.SpanKind[kind] }, contextOf(parent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      const trace = { traceId, spanId, parentId: parent?.parentId, sampled: traceFlags === 1 }
      return {
        trace,
        traceparent: `00-${traceId}-${spanId}-0${traceFlags}`,
        run: (work) => current.run(span, work),
        end: (name, attributes, error) => {
          if (!span.isRecording()) return
          span.updateName(name).setAttributes({ ...attributes, 'error.type': error })
          if (error !== undefined) span.setStatus({ code: otel.SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    observe: (observation) => {
      if (observation.kind === 'request') endRequest(observation, routes.get(observation.operation))
      const parent = observation.kind === 'storage' ? current.getStore() : undefined
      if (observation.kind !== 'storage' || parent?.isRecording() !== true) return
      const { operation, milliseconds, failed } = observation
      const [startTime, kind] = [Date.now() - milliseconds, otel.SpanKind.CLIENT]
      const options = { kind, startTime, attributes: { 'db.operation.name': operation } }
      const within = otel.trace.setSpan(otel.ROOT_CONTEXT, parent)
      const span = tracer.startSpan(operation, options, within)
      if (failed) span.setStatus({ code: otel.SpanStatusCode.ERROR })
      span.end(startTime + milliseconds)
    },
    close: async () => await inTime(provider.shutdown(), patience).catch(() => undefined),
  }
}

const contextOf = (parent: TraceContext | undefined): otel.Context => {
  if (parent === undefined) return otel.ROOT_CONTEXT
  const { traceId, parentId: spanId, sampled } = parent
  const remote = { traceId, spanId, traceFlags: Number(sampled), isRemote: true }
  return otel.trace.setSpanContext(otel.ROOT_CONTEXT, remote)
}

/** Observes the errors that the packages log: spans that were dropped, or that the collector did not accept. */
const complainTo = (observe: Observe): void => {
  let quietUntil = 0
  const complain = (reason: string): void => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + quiet
    // An error arrives as JSON with all its properties, in which texts are in quotes.
    const [, message] = /"message":"((?:[^"\\]|\\.)+)/.exec(reason) ?? []
    const error = new Error(message?.replaceAll(/\\(.)/g, '$1') ?? reason)
    observe({ kind: 'background_failed', work: 'send traces', error, again: false })
  }
  const ignore = (): void => undefined
  const logger = { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore }
  otel.diag.setLogger(logger, otel.DiagLogLevel.WARN)
}

type SelfObservation = { readonly selfObsMeterProvider: otel.MeterProvider }

/** Observes lost spans through the processor's own counter of spans, which has the error of those that failed. */
const countingDropped = (observe: Observe): BufferConfig & SelfObservation => {
  const add = (spans: number, { 'error.type': error }: otel.Attributes = {}): void => {
    const reason = error === 'queue_full' ? error : 'not_taken'
    if (error !== undefined) observe({ kind: 'spans_dropped', reason, spans })
  }
  const meter = Object.assign(otel.createNoopMeter(), { createCounter: () => ({ add }) })
  return { selfObsMeterProvider: { getMeter: () => meter } }
}

const methods = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS'.split(' '))

/** Ends the span of a request. Its path is the template of the operation, without ids and queries; none without an operation. */
const endRequest = (request: RequestObservation, route: string | undefined): void => {
  const { status, code } = request
  const method = methods.has(request.method) ? request.method : '_OTHER'
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'url.path': route,
    'url.scheme': 'http',
    'http.response.status_code': status,
  }
  const name = method === '_OTHER' ? 'HTTP' : method
  request.span?.end(route ? `${name} ${route}` : name, attributes, status < 500 ? undefined : code)
}
