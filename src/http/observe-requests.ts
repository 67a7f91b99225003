import type { Exchange } from './exchange.ts'
import type { Observe, RequestGroup } from '../core/observation.ts'
import { traceContextOf } from '../core/trace-context.ts'

/** Observes a request whose answer was handed to the connection, or whose client is gone. */
export const observeRequest = (exchange: Exchange, observe: Observe): void => {
  const { operation, request, path } = exchange
  observe({
    kind: 'request',
    requestId: exchange.requestId,
    method: request.method,
    path,
    operation: operation?.id ?? groupOf(path),
    status: exchange.status,
    code: exchange.error?.code,
    keyId: exchange.keyId,
    milliseconds: Math.round((performance.now() - request.receivedAt) * 1_000) / 1_000,
    deprecated: operation?.deprecation !== undefined,
    aborted: !request.isAnswered,
    trace: traceContextOf(request.headers['traceparent']),
  })
}

const groupOf = (path: string): RequestGroup => {
  switch (path) {
    case '/healthz':
    case '/readyz':
      return 'health'
    case '/':
    case '/docs':
    case '/openapi.json':
      return 'page'
    default:
      // The files that the reference page loads.
      return path.startsWith('/docs/') ? 'page' : 'none'
  }
}
