import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../src/storage/postgres/connection.ts'
import { glances } from '../../src/storage/postgres/glance.ts'

test('all who look in one turn whether anything changed share a statement, and who looks later gets one of its own', async () => {
  const sent: Array<(answer: Answer) => void> = []
  const glance = glances(async () => await new Promise((resolve) => sent.push(resolve)))
  const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve))
  const answer = (version: bigint | null): Answer => ({
    rows: [[version, 7n]],
    count: 1,
    command: 'SELECT',
  })
  const early = [glance(), glance()]
  await turn()
  const late = glance()
  await turn()
  assert.equal(sent.length, 2)
  sent[0]?.(answer(null))
  sent[1]?.(answer(5n))
  assert.deepEqual(await Promise.all(early), [
    { version: undefined, keyRevision: 7 },
    { version: undefined, keyRevision: 7 },
  ])
  assert.deepEqual(await late, { version: 5n, keyRevision: 7 })
})
