import type { Exchange } from '../http/exchange.ts'
import type { Observe } from './observation.ts'

/** Observes a request whose answer was handed to the connection. */
export const observeRequest = (exchange: Exchange, observe: Observe): void => {
  const { operation } = exchange
  observe({
    kind: 'request',
    requestId: exchange.requestId,
    method: exchange.request.method ?? '',
    path: exchange.path,
    operation: operation?.operationId,
    status: exchange.response.statusCode,
    code: exchange.error?.code,
    keyId: exchange.keyId,
    milliseconds: Math.round((performance.now() - exchange.startedAt) * 1_000) / 1_000,
    deprecated: operation?.deprecation !== undefined,
  })
}
