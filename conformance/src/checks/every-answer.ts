import { type Check, expect, NotApplicable, shown } from '../check.ts'
import type { Exchange, Session } from '../session.ts'
import { expectError, expectStatus } from '../shapes.ts'

const operations = [
  { path: '/pets' },
  { method: 'POST', path: '/pets', body: { name: 'Rex', categoryId: 7 } },
  { path: '/pets/1' },
] as const

/** The whole number in a header; undefined if the header is missing or not a number. */
const whole = (headers: Headers, name: string): number | undefined => {
  const text = headers.get(name)
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}

/** All exchanges of the run, including at least a list. */
const answersOf = async (session: Session): Promise<readonly Exchange[]> => {
  await session.list()
  return session.exchanges
}

const isLimited = (status: number): boolean => status === 429

/** Sends requests until one exceeds the limit. */
const overLimit = async (session: Session) => {
  for (;;) {
    const exchange = await session.sendNow({ path: '/pets?limit=1' })
    if (isLimited(exchange.status)) return exchange
  }
}

const limited = async (session: Session) => {
  const earlier = session.exchanges.findLast(({ status }) => isLimited(status))
  return earlier ?? (await overLimit(session))
}

const authentication: readonly Check[] = [
  {
    id: 'authentication.missing',
    section: 'Authentication',
    quote:
      'Every operation uses HTTP bearer authentication. When the key is missing …, the response is 401 with an Error body.',
    run: async (session) => {
      for (const operation of operations) {
        expectError(await session.send({ ...operation, authorization: null }), 401)
      }
    },
  },
  {
    id: 'authentication.invalid',
    section: 'Authentication',
    quote: 'When the key is … invalid, the response is 401 with an Error body.',
    run: async (session) => {
      for (const operation of operations) {
        const authorization = 'Bearer not-a-key-of-this-store'
        expectError(await session.send({ ...operation, authorization }), 401)
      }
    },
  },
  {
    id: 'authentication.scheme',
    section: 'Authentication',
    quote:
      'The client sends the API key in the Authorization header as Authorization: Bearer <API_KEY>.',
    run: async (session) => {
      expectStatus(await session.list(), 200)
      const authorization = 'Basic bm90OmFrZXk='
      expectError(await session.send({ path: '/pets', authorization }), 401)
    },
  },
]

const errors: readonly Check[] = [
  {
    id: 'errors.shape',
    section: 'Errors',
    quote: 'Errors are returned as the Error object (code, message, status) with application/json.',
    run: async (session) => {
      await session.send({ path: '/pets', authorization: null })
      const failed = session.exchanges.filter(({ status }) => status >= 400)
      expect(failed.length > 0, 'No request of this run was refused.')
      for (const exchange of failed) expectError(exchange, exchange.status)
    },
  },
  {
    id: 'answers.json',
    section: 'Endpoints',
    quote: 'All request and response bodies are application/json.',
    run: async (session) => {
      for (const { request, status, headers } of await answersOf(session)) {
        const type = headers.get('Content-Type')
        expect(
          /^application\/json\s*(;|$)/i.test(type ?? ''),
          `The answer ${status} to ${request} has the type ${type}.`,
        )
      }
    },
  },
  {
    id: 'answers.version',
    section: 'Versioning',
    quote:
      'The major version appears as the path segment /v1 at the end of each environment’s base address.',
    run: async (session) => {
      expect(session.url.endsWith('/v1'), `The base address is ${session.url}.`)
      expectStatus(await session.list(), 200)
    },
  },
]

const limits: readonly Check[] = [
  {
    id: 'limits.headers',
    section: 'Limits',
    quote:
      'Every API response carries these headers: X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset.',
    run: async (session) => {
      for (const { request, status, headers } of await answersOf(session)) {
        for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
          expect(
            whole(headers, name) !== undefined,
            `${name} of the answer ${status} to ${request} is ${shown(headers.get(name))}.`,
          )
        }
      }
    },
  },
  {
    id: 'limits.remaining',
    section: 'Limits',
    quote: 'X-RateLimit-Remaining Requests remaining in the current window.',
    run: async (session) => {
      // A window may end between two requests, so up to three pairs are tried.
      let seen: ReadonlyArray<number | string> = []
      for (let tries = 0; tries < 3; tries += 1) {
        const pair = [await session.send({ path: '/pets' }), await session.send({ path: '/pets' })]
        seen = pair.map(({ headers }) => whole(headers, 'X-RateLimit-Remaining') ?? 'missing')
        const [before = 0, after = 0] = seen
        if (after < before) return
      }
      expect(false, `It was ${seen.join(', then ')} over two requests.`)
    },
  },
  {
    id: 'limits.reset',
    section: 'Limits',
    quote: 'X-RateLimit-Reset Unix timestamp at which the limit resets.',
    run: async (session) => {
      const { headers } = await session.list()
      const reset = whole(headers, 'X-RateLimit-Reset')
      expect(reset !== undefined, 'The header is missing, or no number.')
      const ahead = reset - session.now() / 1_000
      // Clocks differ a little, and a window may just have ended.
      expect(ahead > -120 && ahead <= 86_400 + 120, `It is ${reset}, which is ${ahead} s from now.`)
    },
  },
  {
    id: 'limits.exceeded',
    section: 'Exceeding the limit',
    quote:
      'A request over the limit receives 429 Too Many Requests. The Retry-After header gives the time after which to retry.',
    exhausts: true,
    run: async (session) => {
      const exchange = await limited(session)
      expectError(exchange, 429)
      const after = exchange.headers.get('Retry-After') ?? ''
      expect(
        /^\d+$/.test(after) || !Number.isNaN(Date.parse(after)),
        `Retry-After is ${shown(after)}.`,
      )
    },
  },
  {
    id: 'limits.over',
    section: 'Exceeding the limit',
    quote: 'The client backs off and retries after the time given in the Retry-After header.',
    exhausts: true,
    run: async (session) => {
      const { headers } = await limited(session)
      const after = headers.get('Retry-After') ?? ''
      const seconds = /^\d+$/.test(after)
        ? Number(after)
        : (Date.parse(after) - session.now()) / 1_000
      if (!(seconds <= 61)) throw new NotApplicable(`It would have to wait for ${after} s.`)
      await session.wait(seconds * 1_000)
      expectStatus(await session.sendNow({ path: '/pets?limit=1' }), 200)
    },
  },
]

/** These check the responses to all other checks, so they run last. */
export const everyAnswer: readonly Check[] = [...authentication, ...errors, ...limits]
