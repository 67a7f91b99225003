import type { Deprecation } from './operation.ts'
import { ApiError } from '../core/errors/api-error.ts'
import type { Links } from './links.ts'
import { type HeaderLines, headerLines } from '../core/headers.ts'

/** The notice on every answer of the operation: RFC 9745, RFC 8594, RFC 5829 and RFC 8288. */
export const deprecationHeaders = (deprecation: Deprecation, links: Links): HeaderLines =>
  headerLines({
    Deprecation: `@${deprecation.since / 1_000}`,
    Sunset: new Date(deprecation.sunset).toUTCString(),
    Link:
      `<${links.base}${deprecation.successor}>; rel="successor-version", ` +
      `<${links.beside(`/docs#${deprecation.anchor}`)}>; rel="deprecation"; type="text/html"`,
  })

/** The 410 that an operation answers from its sunset on, by the clock alone. */
export const removedError = (deprecation: Deprecation, now: number): ApiError | undefined =>
  now < deprecation.sunset
    ? undefined
    : new ApiError(
        'operation_removed',
        `This operation was removed on ${new Date(deprecation.sunset).toISOString().slice(0, 10)}. Use GET ${deprecation.successor} with a status filter instead.`,
      )
