import { toApiError } from '../core/errors/to-api-error.ts'
import { observeRequest } from './observe-requests.ts'
import type { Observe } from '../core/observation.ts'
import { traceContextOf } from '../core/trace-context.ts'
import type { Awaitable } from '../core/awaitable.ts'
import { OutcomeUnknown } from '../core/errors/storage-errors.ts'
import type { WireRequest } from '../core/wire-request.ts'
import { Exchange } from './exchange.ts'

/** Answers requests of a kind; what it throws is answered with an error. */
type Handles = { handle(exchange: Exchange): Awaitable<void> }

/**
 * Hands each request to the interface or to the pages, and sees to it that each is answered and
 * observed, whatever is thrown.
 */
export const createListener = (
  underV1: Handles,
  beside: Handles,
  observe: Observe,
): ((request: WireRequest) => void) => {
  const fail = (exchange: Exchange, thrown: unknown): void => {
    const error = toApiError(thrown)
    if (error.status >= 500) {
      const trace = traceContextOf(exchange.request.headers['traceparent'])
      observe({ kind: 'request_failed', requestId: exchange.requestId, trace, error: thrown })
    }
    // Whoever is told nothing asks again, or knows at least that nobody knows.
    if (thrown instanceof OutcomeUnknown) exchange.request.abandon()
    else exchange.refuse(error)
    observeRequest(exchange, observe)
  }

  return (request) => {
    const exchange = new Exchange(request)
    try {
      const done = (isUnderV1(exchange.path) ? underV1 : beside).handle(exchange)
      if (done instanceof Promise) {
        observeGone(exchange, observe)
        done.then(
          () => observeRequest(exchange, observe),
          (thrown: unknown) => fail(exchange, thrown),
        )
      } else {
        observeRequest(exchange, observe)
      }
    } catch (thrown) {
      fail(exchange, thrown)
    }
  }
}

/** A client that leaves in the middle of its body gets no answer, and nothing more happens then. */
const observeGone = (exchange: Exchange, observe: Observe): void => {
  exchange.request.onBroken(() => observeRequest(exchange, observe))
}

const isUnderV1 = (path: string): boolean => {
  if (path.startsWith('/v1')) return path.length === 3 || path.charCodeAt(3) === 0x2f
  if (!path.includes('%')) return false
  const [, first = ''] = path.split('/', 2)
  return decodeURIComponent(first) === 'v1'
}
