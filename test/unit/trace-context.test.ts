import assert from 'node:assert/strict'
import { test } from 'node:test'
import { traceContextOf } from '../../src/base/trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'

test('a traceparent names the trace, the span that called, and whether it is kept', () => {
  const kept = { traceId, parentId, sampled: true }
  assert.deepEqual(traceContextOf(`00-${traceId}-${parentId}-01`), kept)
  assert.deepEqual(traceContextOf(`00-${traceId}-${parentId}-00`), { ...kept, sampled: false })
  // A flag of a later level of the standard does not change the first flag.
  assert.deepEqual(traceContextOf(`00-${traceId}-${parentId}-03`), kept)
})

test('of a later version as much is read as this one knows', () => {
  const expected = { traceId, parentId, sampled: true }
  assert.deepEqual(traceContextOf(`cc-${traceId}-${parentId}-01`), expected)
  assert.deepEqual(traceContextOf(`cc-${traceId}-${parentId}-01-what-is-new`), expected)
})

for (const header of [
  undefined,
  '',
  traceId,
  `ff-${traceId}-${parentId}-01`,
  `00-${'0'.repeat(32)}-${parentId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${parentId}-01`,
  `00-${traceId}-${parentId}-01-more`,
  `00-${traceId}-${parentId}-1`,
  `00-${traceId}-${parentId}`,
  `00-${traceId}-${parentId}-0g`,
  ` 00-${traceId}-${parentId}-01`,
  `cc-${traceId}-${parentId}-01.what`,
  `cc-${traceId}-${parentId}-01-${'a'.repeat(1_000)}`,
  `00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`,
]) {
  test(`the traceparent ${JSON.stringify(header)?.slice(0, 70)} counts as none`, () => {
    assert.equal(traceContextOf(header), undefined)
  })
}
