import type { Answer } from './answer.ts'
import {
  commonHeaders,
  deprecatedHeaders,
  type Header,
  notDeprecated,
  operationFor,
  operationsAt,
  pathItemOf,
  plainDocument,
  type Schema,
} from './openapi.ts'

/** Headers of HTTP itself, and security headers for browsers. */
const general = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'cache-control',
  'x-content-type-options',
])

/** Whether a header is one that the operator adds by letting web pages of other origins in. */
const isOfCors = (name: string, answer: Answer): boolean =>
  name.startsWith('access-control-') || (name === 'vary' && valueOf(answer, name) === 'Origin')

/**
 * The faults of an answer's headers.
 *
 * @param own the headers that the document gives the response, beside the common ones
 * @param code that of the error, if it is one and has a body
 */
export const headerFaults = (
  answer: Answer,
  own: Readonly<Record<string, Header>>,
  code: string | undefined,
): readonly string[] => {
  const faults: string[] = []
  const documented = { ...commonHeaders, ...own, ...deprecationOf(answer, code) }
  const names = new Set(Object.keys(documented).map((name) => name.toLowerCase()))
  for (const [name, header] of Object.entries(documented)) {
    const value = valueOf(answer, name)
    const isExpected = isOn(answer, name, header, code)
    if (value === undefined) {
      if (isExpected === true) faults.push(`${name} is missing`)
      continue
    }
    if (isExpected === false) faults.push(`${name} is not documented for this answer`)
    faults.push(...valueFaults(name, value, header.schema))
  }
  for (const name of Object.keys(answer.headers)) {
    if (!names.has(name) && !general.has(name) && !isOfCors(name, answer)) {
      faults.push(`${name} is not documented`)
    }
  }
  return [
    ...faults,
    ...safetyFaults(answer),
    // Missing or malformed headers are reported already, and cannot be compared.
    ...(faults.length > 0 ? [] : quotaFaults(answer)),
    ...allowFaults(answer),
    ...linkFaults(answer),
    ...deprecationFaults(answer),
    ...locationFaults(answer),
  ]
}

/** The faults of a header's value by its schema. */
export const valueFaults = (name: string, value: string, schema: Schema): readonly string[] => {
  const { type, pattern = '', minimum = 0n, maximum = Infinity, maxLength = Infinity } = schema
  const isWhole = /^(?:0|[1-9]\d{0,17})$/.test(value)
  const isWithin = isWhole && BigInt(value) >= minimum && BigInt(value) <= maximum
  const isTaken = new RegExp(pattern, 'u').test(value) && value.length <= maxLength
  return faultsIn(
    [
      type === 'integer' && !isWithin,
      `${name} is ${value}, which is no whole number in its bounds`,
    ],
    [!isTaken, `${name} is ${value}, which its pattern does not take`],
  )
}

/** The headers of a deprecated operation; on an error without a body, it shows in none from where it came. */
const deprecationOf = (
  answer: Answer,
  code: string | undefined,
): Readonly<Record<string, Header>> => {
  const isDeprecated = operationFor(answer.method, answer.target)?.deprecated === true
  if (!isDeprecated || notDeprecated.includes(code ?? '')) return {}
  if (answer.status < 400 || code !== undefined) return deprecatedHeaders
  return Object.fromEntries(
    Object.entries(deprecatedHeaders).map(([name, header]) => [
      name,
      { ...header, required: false },
    ]),
  )
}

/** Whether a header has to be on an answer; undefined if it may be. */
const isOn = (
  answer: Answer,
  name: string,
  { required, 'x-error-codes': codes, 'x-methods': methods }: Header,
  code: string | undefined,
): boolean | undefined => {
  // The rule of OPTIONS says this in words.
  if (name === 'Accept-Patch' && answer.method === 'OPTIONS') {
    return valueOf(answer, 'Allow')?.includes('PATCH')
  }
  if (methods !== undefined) return methods.includes(answer.method)
  if (codes !== undefined && code !== undefined) return codes.includes(code)
  return required || undefined
}

export const valueOf = ({ headers }: Answer, name: string): string | undefined => {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}

/** The faults among these that are there. */
const faultsIn = (...all: ReadonlyArray<readonly [isThere: boolean, fault: string]>): string[] =>
  all.flatMap(([isThere, fault]) => (isThere ? [fault] : []))

/** Checks what every answer has, under `/v1` or beside it. */
export const safetyFaults = (answer: Answer): readonly string[] => {
  const of = (name: string): string | undefined => valueOf(answer, name)
  const [length, bytes] = [of('Content-Length'), Buffer.byteLength(answer.text)]
  const hasLength = length === undefined || answer.method === 'HEAD' || Number(length) === bytes
  return faultsIn(
    [of('X-Content-Type-Options') !== 'nosniff', 'X-Content-Type-Options is not nosniff'],
    [of('Cache-Control') === undefined, 'Cache-Control is missing'],
    [of('Date') === undefined, 'Date is missing'],
    [of('Server') !== undefined, 'Server tells of the inside'],
    [of('X-Powered-By') !== undefined, 'X-Powered-By tells of the inside'],
    [!/^[\w.:=+/-]{1,128}$/.test(of('X-Request-Id') ?? ''), 'X-Request-Id is missing or malformed'],
    [!hasLength, `Content-Length is ${length} for ${bytes} bytes`],
  )
}

/** The numbers that a header has under a name, in their order. */
const numbersIn = (answer: Answer, header: string, name: string): readonly bigint[] =>
  [...(valueOf(answer, header) ?? '').matchAll(new RegExp(`;${name}=(\\d+)`, 'g'))].map(
    ([, digits = '']) => BigInt(digits),
  )

/** The trio, `RateLimit`, `RateLimit-Policy` and `Retry-After` must show the same state. */
const quotaFaults = (answer: Answer): readonly string[] => {
  const left = numbersIn(answer, 'RateLimit', 'r')
  const ends = numbersIn(answer, 'RateLimit', 't')
  const [minute, day] = numbersIn(answer, 'RateLimit-Policy', 'q').map((quota, at) => ({
    quota,
    remaining: left[at] ?? 0n,
    resetAfter: ends[at] ?? 0n,
  }))
  if (minute === undefined || day === undefined || ends.length < 2) return []
  const [limit = 0n, remaining = 0n, reset = 0n] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    BigInt(valueOf(answer, `X-RateLimit-${name}`) ?? 0),
  )
  const shown = [minute, day].filter((w) => w.quota === limit && w.remaining === remaining)
  const isBanned = remaining === 0n && minute.resetAfter === day.resetAfter
  const isAligned = shown.some((window) => {
    // Both ends are counted in seconds from the same moment, so each must fall on a UTC boundary.
    const now = reset - window.resetAfter
    return (now + minute.resetAfter) % 60n === 0n && (now + day.resetAfter) % 86_400n === 0n
  })
  const isTooLong = minute.resetAfter > 60n || day.resetAfter > 86_400n
  const retryAfter = BigInt(valueOf(answer, 'Retry-After') ?? 0)
  // What spends no quota has a count of its own, which no header shows.
  const [isRefused, isFreed] = [answer.status === 429, isFree(answer)]
  return faultsIn(
    [shown.length === 0, 'the trio shows neither window of RateLimit'],
    [
      remaining > minute.remaining || remaining > day.remaining,
      'X-RateLimit-Remaining is not that of the window with the fewest',
    ],
    [
      minute.remaining > minute.quota || day.remaining > day.quota,
      'RateLimit has more remaining than RateLimit-Policy gives',
    ],
    [!isBanned && isTooLong, 'RateLimit has a window that ends after its length'],
    [!isBanned && !isAligned, 'the ends of the windows are not those of the UTC clock'],
    [isRefused && isFreed && retryAfter > 60n, 'Retry-After is beyond the minute'],
    [isRefused && !isFreed && remaining !== 0n, 'a 429 has requests remaining'],
    [
      isRefused && !isFreed && !shown.some(({ resetAfter }) => resetAfter === retryAfter),
      'Retry-After is not the end of the window that stops the caller',
    ],
  )
}

/** Whether it answers an operation that needs no scope, and so spends no quota. */
const isFree = ({ method, target }: Answer): boolean => {
  const operations = plainDocument.paths[pathItemOf(target) ?? '']
  const [access] = operations?.[method.toLowerCase()]?.security ?? []
  return access?.['apiKey']?.length === 0
}

const sunsetTime = Date.parse('2030-12-05T00:00:00Z')

const allowFaults = (answer: Answer): readonly string[] => {
  const allow = valueOf(answer, 'Allow')
  if (allow === undefined) return []
  const methods = allow.split(', ')
  const item = pathItemOf(answer.target)
  // The windows of a quota end by the clock of the service.
  const isSunsetOver = Number(valueOf(answer, 'X-RateLimit-Reset')) * 1_000 > sunsetTime
  const removed = isSunsetOver && item === '/pets/{petId}' ? ['GET', 'HEAD'] : []
  const documented = operationsAt(item ?? '')
    .map(({ method }) => method)
    .filter((method) => !removed.includes(method))
  const isDocumented = documented.toSorted().join() === methods.toSorted().join()
  return faultsIn(
    [
      answer.status === 405 && methods.includes(answer.method),
      `Allow has ${answer.method}, which was refused`,
    ],
    [
      item !== undefined && !isDocumented,
      `Allow is ${allow}, but the document has ${documented.join(', ')}`,
    ],
  )
}

const defaultLimitOf = ({ target }: Answer): number => {
  const list = operationFor('GET', target)
  return Number(list?.parameters.find(({ name }) => name === 'limit')?.schema.default)
}

/** One link of RFC 8288, with the parameters that this service gives. */
const linkPattern = /<([^>]+)>((?:; [a-z-]+="[^"]*")+)(?:, |$)/gy

const linkFaults = (answer: Answer): readonly string[] => {
  const header = valueOf(answer, 'Link')
  if (header === undefined) return []
  const links = [...header.matchAll(linkPattern)]
  if (links.map(([whole]) => whole).join('') !== header) return [`Link is malformed: ${header}`]
  const isDeprecated = valueOf(answer, 'Deprecation') !== undefined
  const names = links.map(([, , parameters = '']) => /; rel="([^"]+)"/.exec(parameters)?.[1])
  const wanted = isDeprecated ? ['successor-version', 'deprecation'] : ['first']
  const sent = new URLSearchParams(answer.target.split('?')[1])
  // What names the rows of a page makes room for all of them.
  const naming = answer.target.includes('/profiles?') ? 'petId' : 'id'
  const ids = sent.getAll(naming).join().split(',').length
  const limit = sent.get('limit') ?? String(Math.max(defaultLimitOf(answer), ids))
  const status = sent.getAll('status').join()
  return [
    ...faultsIn(
      [new Set(names).size < names.length, 'Link has a relation twice'],
      ...wanted.map((name) => [!names.includes(name), `Link has no rel="${name}"`] as const),
    ),
    ...links.flatMap(([, url = ''], at) => {
      const link = `the Link with rel="${names[at]}"`
      // A reference may be relative to the URL of the request, if it does not depend on its path.
      const isAlone = /^(?:https?:\/)?\//.test(url)
      const given = isAlone ? URL.parse(url, `http://service.test${answer.target}`) : null
      if (given === null) return [`${link} is no URL, nor the path of one`]
      if (isDeprecated) return []
      const { searchParams: query } = given
      return faultsIn(
        [query.get('limit') !== limit, `${link} has another limit`],
        [(query.get('status') ?? '') !== status, `${link} has another status`],
        [(names[at] === 'next') !== query.has('cursor'), `${link} has a cursor or lacks one`],
      )
    }),
  ]
}

const deprecationFaults = (answer: Answer): readonly string[] => {
  const deprecation = valueOf(answer, 'Deprecation')
  const sunset = valueOf(answer, 'Sunset')
  if (deprecation === undefined || sunset === undefined) return []
  const end = Date.parse(sunset)
  return faultsIn(
    [new Date(end).toUTCString() !== sunset, `Sunset is ${sunset}, no HTTP date`],
    // RFC 9745 section 4: the sunset must not come before the deprecation.
    [end < Number(deprecation.slice(1)) * 1_000, 'Sunset is before Deprecation'],
  )
}

const locationFaults = (answer: Answer): readonly string[] => {
  const location = valueOf(answer, 'Location')
  if (location === undefined) return []
  const id = /"id":"?(-?\w+)/.exec(answer.text)?.[1] ?? ''
  const [path = ''] = answer.target.split('?', 1)
  const template = pathItemOf(path) ?? ''
  // The link may name the path of the request, or one below it.
  const own = path.replace(/^.*\/v1\//, '/')
  const place = template.endsWith('}') ? template.replace(/\{\w+\}$/, id) : `${own}/${id}`
  const { pathname = '' } = URL.parse(location, `http://service.test${answer.target}`) ?? {}
  return pathname.endsWith(`/v1${place}`) ||
    location.endsWith(`/v1${template}?id=${id}`) ||
    (answer.status === 202 && isRead(pathname, id))
    ? []
    : [`Location is ${location}, which is not what was added`]
}

/** Whether a path is one that the document reads, of something with this id: where the result of a 202 will be. */
const isRead = (path: string, id: string): boolean =>
  operationFor('GET', path)?.path.endsWith('}') === true && path.endsWith(`/${id}`)
