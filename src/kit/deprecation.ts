import { type Refusal, refusal } from '../base/errors/api-error.ts'
import { type HeaderLines, headerLines, unsafeHeaderLines } from '../base/headers.ts'
import { filledPath, type Links } from './links.ts'
import type { Deprecation, Operation } from './operation.ts'

/** The path parameters; undefined if they are invalid. */
type Params = Readonly<Record<string, unknown>> | undefined

/** The successor of a request; without its query if the path parameters are invalid. */
const successorOf = ({ successor }: Deprecation, params: Params): string =>
  params === undefined ? successor.replace(/\?.*$/, '') : filledPath(successor, params)

/** Writes the notice on every answer of a deprecated operation: RFC 9745, RFC 8594, RFC 5829 and RFC 8288. */
export const noticeOf = (operation: Operation, deprecation: Deprecation, links: Links) => {
  const page = `/docs#deprecation-${operation.id.toLowerCase()}`
  const dates = headerLines({
    Deprecation: deprecationDate(deprecation),
    Sunset: sunsetDate(deprecation),
  })
  return (params: Params): HeaderLines =>
    unsafeHeaderLines(
      `${dates}Link: <${links.base}${successorOf(deprecation, params)}>; rel="successor-version", <${links.beside(page)}>; rel="deprecation"; type="text/html"\r\n`,
    )
}

export const deprecationDate = ({ since }: Deprecation): string => `@${since / 1_000}`

export const sunsetDate = ({ sunset }: Deprecation): string => new Date(sunset).toUTCString()

/** The 410 that an operation answers after its sunset, by the clock alone. */
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
