import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutcomeUnknown, StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import { LateAnswer } from '../../src/base/in-time.ts'
import type { EngineObservation } from '../../src/base/observation.ts'
import { countedReason, failureOf } from '../../src/store/postgres/failures.ts'
import { standbysOf } from '../../src/store/postgres/watch.ts'
import { engineObservations, scrapeOf } from '../helpers/engine-metrics.ts'
import { DatabaseError } from 'pg'

test('connections are shown as they are now, and servers by what they do', () => {
  const { sum } = scrapeOf([
    ...engineObservations,
    { kind: 'database_pool', busy: 2, idle: 0, max: 3, waiting: 4 },
  ])
  assert.equal(sum('petstore_database_connections', { state: 'busy' }), 2)
  assert.equal(sum('petstore_database_connections_max'), 3)
  assert.equal(sum('petstore_database_waiting'), 4)
  assert.equal(sum('petstore_database_standbys'), 1)
  assert.equal(sum('petstore_database_primary', { server: '10.0.0.1:5432' }), 1)
  assert.equal(sum('petstore_database_primary', { server: '10.0.0.2:5432' }), 0)
})

test('a standby that has gone is not shown any more, and what nobody knows is no number', () => {
  const standbys = (...names: readonly string[]): EngineObservation => ({
    kind: 'database_standbys',
    standbys: {
      followers: names.map((name) => ({ name, lagBytes: name.length, lagSeconds: null })),
      synchronous: undefined,
      isSynchronousWanted: true,
    },
  })
  const shown = (name: RegExp, ...observations: readonly EngineObservation[]) =>
    scrapeOf([...engineObservations, ...observations])
      .lines.filter((line) => name.test(line.name))
      .map(({ labels: { standby = '' }, value }) => `${standby} ${value}`)
      .toSorted()
  for (const [observations, lags] of [
    [[standbys('one', 'three')], ['one 3', 'three 5']],
    [[standbys('one', 'three'), standbys('three')], ['three 5']],
    [[standbys('a "strange" name')], []],
  ] as const) {
    assert.deepEqual(shown(/standby_lag/, ...observations), lags)
  }
  const counts = /standbys$|wanted$|replicas$/
  assert.equal(shown(counts, standbys('one')).length, 3)
  const unknown = { kind: 'database_standbys', standbys: undefined } as const
  const alone = { kind: 'counters_replicas', replicas: undefined, nodes: 1 } as const
  assert.deepEqual(shown(counts, unknown, alone), [])
})

test('a failure of the database counts by what an operator can do about it', () => {
  const answer = (code: string): DatabaseError =>
    Object.assign(new DatabaseError('It says no.', 0, 'error'), { code })
  for (const [error, reason] of [
    [failureOf(new Error('connect ECONNREFUSED')), 'connection'],
    [failureOf(answer('57P01')), 'connection'],
    [failureOf(new LateAnswer(2_000)), 'timeout'],
    [failureOf(answer('55P03')), 'timeout'],
    [failureOf(answer('57014')), 'timeout'],
    [failureOf(answer('40P01')), 'conflict'],
    [failureOf(answer('40001')), 'conflict'],
    [new OutcomeUnknown('Nobody knows.'), 'unknown_outcome'],
    [failureOf(answer('53100')), 'other'],
    [failureOf(answer('23505')), 'other'],
    [new StorageUnavailable('unreachable', new Error('It is closed.')), 'connection'],
    [new Error('A rule refused the change.'), undefined],
  ] as const) {
    assert.equal(countedReason(error), reason, String(error))
  }
})

test('the lag of a standby that hangs grows, although the primary repeats what it said last', async () => {
  let now = 0
  let row: readonly unknown[] = []
  // As the statement answers: wanted, pid, name, told, synchronous, position, bytes, lag.
  const standbys = standbysOf(
    async () => ({ rows: [row] as never, count: 1, command: 'SELECT' }),
    () => now,
  )
  const lagAt = async (at: number, position: bigint, bytes: bigint, lag: bigint | null) => {
    now = at
    row = [1, 7, 'b', 1, 1, position, bytes, lag]
    return (await standbys()).followers[0]?.lagSeconds
  }
  assert.equal(await lagAt(0, 100n, 0n, null), 0)
  assert.equal(await lagAt(5_000, 100n, 0n, null), 0, 'it has all there is')
  assert.equal(await lagAt(10_000, 200n, 50n, 40n), 0.04, 'it moves')
  assert.equal(await lagAt(15_000, 200n, 900n, 40n), 5)
  assert.equal(await lagAt(20_000, 200n, 900n, 40n), 10)
  assert.equal(await lagAt(25_000, 1_100n, 0n, 3n), 0.003)
})
