import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prefers } from '../../src/http/negotiation.ts'

const [P, J] = ['application/problem+json', 'application/json']

/** RFC 9110, 12.5.1: the most specific ranges that match a type decide, and the best of several. */
for (const [what, isPreferred, headers] of [
  ['it is named alone', true, [P, `\t${P} `, P.toUpperCase(), `, ,${P},`, `text/html, ${P}`]],
  [
    'its quality is higher',
    true,
    [`${J};q=0.999,${P}`, `${J};q=0,${P};q=0.001`, `${P};q=1.00,${J};Q=0.9`],
  ],
  [
    'its quality is equal',
    false,
    [`${P},${J}`, `${P};q=1.000,${J};q=1.`, `${P};q=0,${J};q=0.`, '', ','],
  ],
  ['its quality is lower', false, [`${P};q=0.8,${J};q=0.81`, `${P};q=0.009,${J};q=0.01`, J]],
  [
    'ranges match both alike',
    false,
    ['*/*', 'application/*', 'text/*', `application/*;q=0.2, */*`],
  ],
  ['a range matches it alone', true, [`${J};q=0.1, */*`, `${J};q=0.1,application/*;q=0.2,*/*;q=0`]],
  ['a range matches the other alone', false, [`${P};q=0.1, */*`, `${P};q=0.1,application/*;q=0.2`]],
  [
    'the best of several counts',
    true,
    [`${P};q=0.2,${P};q=0.9,${J};q=0.5`, `${P};q=0.9,${P};q=0.2,${J};q=0.5`],
  ],
  [
    'there are parameters',
    true,
    [`${P};charset=utf-8`, `${P} ; a="1, \\"2\\"; q=0";q=1;;b=c`, `${J};v=1 ;q=0,${P}`],
  ],
] as const) {
  test(`problem details are ${isPreferred ? '' : 'not '}preferred if ${what}`, () => {
    for (const header of headers) assert.equal(prefers(P, header), isPreferred, header)
  })
}

const parameters =
  ';q | ;q= | ;q=.5 | ;q=1.001 | ;q=0.0001 | ;q=-1 | ;q=2 | ;q="1" | ;q=0.1;q=0.2 | q=1'
const broken = [
  ...parameters.split(' | ').map((parameter) => `${J}${parameter}`),
  ...`${J} q=1 | ${J};a=" | ${J};a=b c | application | / | application/ | /json | a / b | a/b/c | "${J}"`.split(
    ' | ',
  ),
]

test('whatever else is in a malformed header, the answer is plain JSON', () => {
  for (const part of broken)
    for (const header of [`${part},${P}`, `${P},${part}`, `text/html;q=0.5, ${part}, ${P}`])
      assert.equal(prefers(P, header), false, header)
})
