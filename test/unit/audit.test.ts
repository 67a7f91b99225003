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
  for (const [all, running, stops, told] of [
    [{}, {}, false, ''],
    [{ esbuild: 'critical' }, {}, false, 'esbuild <2.0.0 (critical)\n'],
    [{ pg: 'moderate' }, { pg: 'moderate' }, false, 'pg <2.0.0 (moderate)\n'],
    [{ pg: 'high' }, { pg: 'high' }, true, 'pg <2.0.0 (high, runs in production)\n'],
    [{ pg: 'critical' }, { pg: 'critical' }, true, 'pg <2.0.0 (critical, runs in production)\n'],
  ] as const) {
    const judged = judgeAudit(report(all), report(running))
    assert.equal(judged.stops, stops)
    const sum = `${Object.keys(all).length} packages with known vulnerabilities; ${Number(stops)} stop a change.`
    assert.equal(judged.lines.join('\n'), told + sum)
  }
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
