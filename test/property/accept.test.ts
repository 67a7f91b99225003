import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { prefers } from '../../src/http/negotiation.ts'

const prefersProblem = (accept: string): boolean => prefers('application/problem+json', accept)

/** A media range as it is meant, and as one of many ways spells it. */
type Range = { readonly type: string; readonly quality: number; readonly text: string }

const types = (
  '*/* application/* application/json application/problem+json application/xml text/* text/html ' +
  'application/problem'
).split(' ')

const spaces = fc.constantFrom('', ' ', '\t', '  ')
const parameters = fc.constantFrom(
  '',
  ';',
  ';charset=utf-8',
  '; version="1, \\"2\\"; q=0"',
  ' ;a=b;c=d',
)

/** The ways to write a quality, in thousandths. */
const weights = fc.oneof(
  fc.constant({ quality: 1_000, text: '' }),
  fc
    .tuple(fc.integer({ min: 0, max: 1_000 }), fc.constantFrom('q', 'Q'), spaces, spaces)
    .map(([quality, name, before, after]) => {
      const digits = (quality / 1_000).toFixed(3)
      const text = quality % 10 === 0 ? digits.replace(/\.?0+$/, '') || '0' : digits
      return { quality, text: `${before};${after}${name}=${text}` }
    }),
)

const ranges: fc.Arbitrary<Range> = fc
  .record({
    type: fc.constantFrom(...types),
    isUpper: fc.boolean(),
    before: spaces,
    parameters,
    weight: weights,
    late: parameters,
    after: spaces,
  })
  .map(({ type, isUpper, before, parameters: early, weight, late, after }) => ({
    type,
    quality: weight.quality,
    text: before + (isUpper ? type.toUpperCase() : type) + early + weight.text + late + after,
  }))

const headers = fc
  .array(fc.oneof({ weight: 8, arbitrary: ranges }, { weight: 1, arbitrary: fc.constant('empty') }))
  .map((elements) => ({
    ranges: elements.filter((each): each is Range => typeof each !== 'string'),
    text: elements.map((each) => (typeof each === 'string' ? ' ' : each.text)).join(','),
  }))

/** RFC 9110, 12.5.1, as plainly as it can be said: the most specific ranges decide, the best of them. */
const qualityOf = (type: string, all: readonly Range[]): number => {
  for (const matching of [type, 'application/*', '*/*']) {
    const found = all.filter((range) => range.type === matching)
    if (found.length > 0) return Math.max(...found.map(({ quality }) => quality))
  }
  return 0
}

const numRuns = 5_000

test('problem details are preferred if their quality is higher than that of plain JSON', () => {
  const seen = new Set<boolean>()
  fc.assert(
    fc.property(headers, ({ ranges: all, text }) => {
      const expected =
        qualityOf('application/problem+json', all) > qualityOf('application/json', all)
      seen.add(expected)
      assert.equal(prefersProblem(text), expected, text)
    }),
    { numRuns },
  )
  assert.equal(seen.size, 2)
})

const wrongParameters = ';q | ;q= | ;q=.5 | ;q=1.001 | ;q=0.0001 | ;q=-1 | ;q="1" | ;q=0.1;q=0.2'
  .split(' | ')
  .concat(' q=1', ';a="', ';a=b c')
const brokenParts = wrongParameters
  .map((parameter) => `application/json${parameter}`)
  .concat('application | application/ | /json | application / json | a/b/c | *; q=.2'.split(' | '))
  .concat('"application/json"')

test('whatever else is in a malformed header, the answer is plain JSON', () => {
  fc.assert(
    fc.property(headers, headers, fc.constantFrom(...brokenParts), (before, after, broken) => {
      const text = [before.text, broken, after.text, 'application/problem+json'].join(',')
      assert.equal(prefersProblem(text), false, text)
    }),
    { numRuns },
  )
})
