import { type Refusal, refusal } from '../base/errors/api-error.ts'
import { type HeaderLines, headerLines, unsafeHeaderLines } from '../base/headers.ts'
import { filledPath, type Links } from './links.ts'
import type { Deprecation, Operation } from './operation.ts'

/** The fragment of the notice on the reference page. */
export const deprecationAnchor = ({ id }: Operation): string => `deprecation-${id.toLowerCase()}`

/** The path parameters; undefined if they are invalid. */
type Params = Readonly<Record<string, unknown>> | undefined

/** The successor of a request; without its query if the path parameters are invalid. */
const successorOf = ({ successor }: Deprecation, params: Params): string =>
  params === undefined ? successor.replace(/\?.*$/, '') : filledPath(successor, params)

/** The notice on every answer of a deprecated operation: RFC 9745, RFC 8594, RFC 5829 and RFC 8288. */
export class DeprecationNotice {
  readonly #deprecation: Deprecation
  readonly #links: Links
  readonly #page: string
  readonly #dates: HeaderLines
  /** The base of the links below, and the lines before and after the successor: the same for each request. */
  #base: string | undefined
  #before = ''
  #after = ''

  constructor(operation: Operation, deprecation: Deprecation, links: Links) {
    this.#deprecation = deprecation
    this.#links = links
    this.#page = `/docs#${deprecationAnchor(operation)}`
    this.#dates = headerLines({
      Deprecation: deprecationDate(deprecation),
      Sunset: sunsetDate(deprecation),
    })
  }

  lines(params: Params): HeaderLines {
    const { base } = this.#links
    if (base !== this.#base) {
      this.#base = base
      this.#before = `${this.#dates}Link: <${base}`
      this.#after = `>; rel="successor-version", <${this.#links.beside(this.#page)}>; rel="deprecation"; type="text/html"\r\n`
    }
    return unsafeHeaderLines(this.#before + successorOf(this.#deprecation, params) + this.#after)
  }
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
