import assert from 'node:assert/strict'
import { judgeAnswer } from '../helpers/contract.ts'
import { withRequests } from '../helpers/raw-answers.ts'
import type { WireCase } from './case.ts'
import { exchange, type Exchange, type RawAnswer } from './exchange.ts'

/** Sends a case to a port. */
export const runCase = async (
  { packets, answers, client }: WireCase,
  port: number,
  key: string,
  patience?: number,
): Promise<Exchange> =>
  await exchange(port, packets(key), answers.length, {
    ends: client === 'ends its side',
    asks: answers[0] === '100',
    ...(patience !== undefined && { patience }),
  })

/** An answer as the table shows it: its status, and the code if it is an Error. */
export const shownAnswer = ({ status, body }: RawAnswer): string =>
  status < 400 || body === '' ? String(status) : `${status} ${JSON.parse(body).code}`

/** Compares the result of a case with its row, and checks what every Error has. */
export const checkOutcome = (wireCase: WireCase, outcome: Exchange): void => {
  const { answers, connection, isPublic = false } = wireCase
  assert.deepEqual(outcome.answers.map(shownAnswer), answers)
  assert.equal(outcome.connection, connection, 'what becomes of the connection')
  for (const answer of outcome.answers) checkAnswer(answer, isPublic)
  judgeAnswers(wireCase, outcome)
  const last = outcome.answers.at(-1)
  if (connection === 'closed' && last !== undefined && last.status >= 400) {
    assert.equal(
      last.headers.get('connection'),
      'close',
      'the last answer says that it is the last',
    )
  }
}

/** Checks the answers against the OpenAPI document, each by its request. */
const judgeAnswers = ({ packets }: WireCase, { answers }: Exchange): void => {
  const sent = Buffer.concat(
    packets('a').map((packet) =>
      typeof packet === 'string' ? Buffer.from(packet, 'latin1') : packet,
    ),
  )
  const plain = answers.map(({ status, headers, body }) => ({
    status,
    headers: Object.fromEntries(headers),
    text: body,
  }))
  for (const answer of withRequests(sent, plain)) judgeAnswer(answer)
}

/** Checks what every answer has. */
export const checkAnswer = (
  { status, headers, names, body }: RawAnswer,
  isPublic: boolean,
): void => {
  if (status === 100) return
  const repeated = names.filter((name, at) => names.indexOf(name) !== at)
  assert.deepEqual(repeated, [], 'no field stands twice')
  assert.ok(headers.has('date'))
  assert.ok(!headers.has('server') && !headers.has('x-powered-by'))
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  // Only the answer of a GET of the interface may be cached at all.
  const kept = isPublic || status >= 400 ? 'no-store' : /^(no-store|private, no-cache)$/
  assert.match(headers.get('cache-control') ?? '', new RegExp(kept))
  assert.match(headers.get('x-request-id') ?? '', /^[\w.:=+/-]{1,128}$/)
  if (status < 400) return
  assert.equal(headers.get('content-type'), 'application/json')
  const error = JSON.parse(body)
  assert.deepEqual(Object.keys(error), ['code', 'message', 'status'])
  assert.equal(error.status, status)
  if (isPublic) return
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    assert.match(headers.get(name) ?? '', /^\d+$/, name)
  }
  assert.match(headers.get('ratelimit') ?? '', /^"minute";r=\d+;t=\d+, "day";r=\d+;t=\d+$/)
  assert.match(headers.get('ratelimit-policy') ?? '', /^"minute";q=\d+;w=60, "day";q=\d+;w=86400$/)
}
