import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headerLine, headerLines } from '../../src/base/headers.ts'
import { traceContextOf } from '../../src/base/trace-context.ts'

test('a value that would be more than its own line is refused', () => {
  for (const value of ['a\r\nSet-Cookie: b', 'a\n', '\ra', 'a\0']) {
    assert.throws(() => headerLine('A', value), TypeError)
    assert.throws(() => headerLines({ A: value }), TypeError)
  }
})

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'

test('a traceparent names the trace, the span that called, and whether it is kept', () => {
  for (const [header, sampled] of [
    [`00-${traceId}-${parentId}-01`, true],
    [`00-${traceId}-${parentId}-00`, false],
    // A flag of a later level of the standard does not change the first flag.
    [`00-${traceId}-${parentId}-03`, true],
    // Of a later version as much is read as this one knows.
    [`cc-${traceId}-${parentId}-01`, true],
    [`cc-${traceId}-${parentId}-01-what-is-new`, true],
  ] as const) {
    assert.deepEqual(traceContextOf(header), { traceId, parentId, sampled }, header)
  }
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
