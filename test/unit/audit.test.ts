import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AuditReport, judgeAudit } from '../../scripts/audit.ts'

const report = (severities: Readonly<Record<string, string>>): AuditReport => ({
  vulnerabilities: Object.fromEntries(
    Object.entries(severities).map(([name, severity]) => [
      name,
      { name, severity, range: '<2.0.0' },
    ]),
  ),
})

test('only severe advisories for packages of the running service stop a change', () => {
  const cases = [
    [{}, {}, false],
    [{ esbuild: 'critical' }, {}, false],
    [{ esbuild: 'critical', pg: 'moderate' }, { pg: 'moderate' }, false],
    [{ pg: 'high' }, { pg: 'high' }, true],
    [{ pg: 'critical', esbuild: 'low' }, { pg: 'critical' }, true],
  ] as const
  for (const [all, running, stops] of cases) {
    const judged = judgeAudit(report(all), report(running))
    assert.equal(judged.stops, stops, JSON.stringify(all))
    for (const name of Object.keys(all)) {
      assert.ok(judged.lines.some((line) => line.startsWith(`${name} <2.0.0 (`)))
    }
  }
  assert.deepEqual(judgeAudit(report({ pg: 'high' }), report({ pg: 'high' })).lines, [
    'pg <2.0.0 (high, runs in production)',
    '1 packages with known vulnerabilities; 1 stop a change.',
  ])
})

test('a registry that cannot be asked stops no change, and is reported', () => {
  for (const [all, running] of [
    [undefined, undefined],
    [{ message: 'no network' }, undefined],
    [report({ pg: 'critical' }), undefined],
  ] as const) {
    const { lines, stops } = judgeAudit(all, running)
    assert.equal(stops, false)
    assert.match(lines.join(), /^The registry cannot be asked \(.+\); nothing is known\.$/)
  }
})
