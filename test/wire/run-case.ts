import assert from 'node:assert/strict'
import { judgeAnswer } from '../helpers/contract.ts'
import { type RawAnswer, withRequests } from '../helpers/raw-answers.ts'
import type { WireCase } from './case.ts'
import { exchange, type Exchange } from './exchange.ts'

/** Sends a case to a port. */
export const runCase = async (
  { packets, answers, ends }: WireCase,
  port: number,
  key: string,
): Promise<Exchange> =>
  await exchange(port, packets(key), answers.length, { ends, asks: answers[0] === '100' })

/** An answer as the table shows it: its status, and the code if it is an Error. */
export const shownAnswer = ({ status, text }: RawAnswer): string =>
  status < 400 || text === '' ? String(status) : `${status} ${JSON.parse(text).code}`

/** Compares the result of a case with its row, and judges each answer by its request. */
export const checkOutcome = (
  { packets, answers, connection }: WireCase,
  outcome: Exchange,
): void => {
  assert.deepEqual(outcome.answers.map(shownAnswer), answers)
  assert.equal(outcome.connection, connection, 'what becomes of the connection')
  checkAnswers(packets('a').join(''), outcome.answers)
  const last = outcome.answers.at(-1)
  if (connection === 'closed' && last !== undefined && last.status >= 400) {
    assert.equal(last.headers['connection'], 'close', 'the last answer says that it is the last')
  }
}

/** Judges answers by their requests, and checks what only their bytes tell. */
export const checkAnswers = (sent: string, answers: readonly RawAnswer[]): void => {
  for (const answer of withRequests(sent, answers)) judgeAnswer(answer)
  for (const { status, headers, names } of answers) {
    const repeated = names.filter((name, at) => names.indexOf(name) !== at)
    assert.deepEqual(repeated, [], 'no field stands twice')
    if (status === 100) continue
    // Only the answer of a GET of the interface may be cached at all.
    const kept = status >= 400 ? /^no-store$/ : /^(no-store|private, no-cache)$/
    assert.match(headers['cache-control'] ?? '', kept)
  }
}
