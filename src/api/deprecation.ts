import { type Refusal, refusal } from '../core/errors/api-error.ts'
import { type HeaderLines, headerLines, noLines } from '../core/headers.ts'
import { filledPath, type Links } from './links.ts'
import type { Deprecation, Operation } from './operation.ts'

/** The fragment of the notice on the reference page. */
export const deprecationAnchor = ({ id }: Operation): string => `deprecation-${id.toLowerCase()}`

/** The values of the parameters of a path; undefined if they cannot be read. */
type Params = Readonly<Record<string, unknown>> | undefined

/** The successor of one request: without its query if the request names nothing that could be in it. */
export const successorOf = ({ successor }: Deprecation, params: Params): string =>
  params === undefined ? successor.replace(/\?.*$/, '') : filledPath(successor, params)

/** The notice on every answer of the operation: RFC 9745, RFC 8594, RFC 5829 and RFC 8288. */
export const deprecationHeaders = (
  operation: Operation,
  links: Links,
  params: Params,
): HeaderLines => {
  const { deprecation } = operation
  if (deprecation === undefined) return noLines
  const page = links.beside(`/docs#${deprecationAnchor(operation)}`)
  return headerLines({
    Deprecation: deprecationDate(deprecation),
    Sunset: sunsetDate(deprecation),
    Link:
      `<${links.base}${successorOf(deprecation, params)}>; rel="successor-version", ` +
      `<${page}>; rel="deprecation"; type="text/html"`,
  })
}

export const deprecationDate = ({ since }: Deprecation): string => `@${since / 1_000}`

export const sunsetDate = ({ sunset }: Deprecation): string => new Date(sunset).toUTCString()

/** The 410 that an operation answers from its sunset on, by the clock alone. */
export const removal = (
  deprecation: Deprecation,
  now: number,
  params: Params,
): Refusal | undefined =>
  now < deprecation.sunset
    ? undefined
    : refusal(
        'operation_removed',
        `This operation was removed on ${new Date(deprecation.sunset).toISOString().slice(0, 10)}. Use GET ${successorOf(deprecation, params)} instead.`,
      )
