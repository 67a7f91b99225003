import { type Refusal, refusal } from '../core/errors/api-error.ts'
import { type HeaderLines, headerLines, noLines } from '../core/headers.ts'
import type { Links } from './links.ts'
import type { Deprecation, Operation } from './operation.ts'

/** The fragment of the notice on the reference page. */
export const deprecationAnchor = ({ id }: Operation): string => `deprecation-${id.toLowerCase()}`

/** The notice on every answer of the operation: RFC 9745, RFC 8594, RFC 5829 and RFC 8288. */
export const deprecationHeaders = (operation: Operation, links: Links): HeaderLines => {
  const { deprecation } = operation
  if (deprecation === undefined) return noLines
  const page = links.beside(`/docs#${deprecationAnchor(operation)}`)
  return headerLines({
    Deprecation: deprecationDate(deprecation),
    Sunset: sunsetDate(deprecation),
    Link:
      `<${links.base}${deprecation.successor}>; rel="successor-version", ` +
      `<${page}>; rel="deprecation"; type="text/html"`,
  })
}

export const deprecationDate = ({ since }: Deprecation): string => `@${since / 1_000}`

export const sunsetDate = ({ sunset }: Deprecation): string => new Date(sunset).toUTCString()

/** The 410 that an operation answers from its sunset on, by the clock alone. */
export const removal = (
  { sunset, successor, advice }: Deprecation,
  now: number,
): Refusal | undefined =>
  now < sunset
    ? undefined
    : refusal(
        'operation_removed',
        `This operation was removed on ${new Date(sunset).toISOString().slice(0, 10)}. Use GET ${successor} ${advice.replaceAll('`', '')} instead.`,
      )
