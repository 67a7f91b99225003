import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type AlertCase, alertCases, calmCases } from '../helpers/alert-cases.ts'
import { dashboardExpressions, readRules } from '../helpers/alerts.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { runToEnd } from '../helpers/launching.ts'
import { needs } from '../helpers/needs.ts'

const alerts = fileURLToPath(new URL('../../deploy/alerts.yml', import.meta.url))
const skip = needs('promtool')

/** Lets Prometheus itself judge the rules. Cases that it looks at as often share a run. */
const judge = (t: TestContext, cases: readonly AlertCase[]): void => {
  const folder = temporaryFolder(t)
  const byLooks = Map.groupBy(cases, ({ every = '15s', looks = every }) => looks)
  for (const [looks, together] of byLooks) {
    const file = join(folder, `${looks}.yml`)
    const tests = together.map(asGiven)
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [alerts], evaluation_interval: looks, tests }))
    const { status, out, error } = runToEnd('promtool', ['test', 'rules', file])
    assert.equal(status, 0, out + error)
  }
}

/** A case as promtool takes it. */
const asGiven = (given: AlertCase) => {
  const { alert: alertname, series, every = '15s', quiet } = given
  const { looks = every } = given
  const next = `${secondsOf(quiet) + secondsOf(looks)}s`
  const told = given.summary ? [{ eval_time: next, alertname, ...expected(given) }] : []
  return {
    interval: every,
    input_series: series,
    alert_rule_test: [{ eval_time: quiet, alertname, exp_alerts: [] }, ...told],
  }
}

const units: Readonly<Record<string, number>> = { s: 1, h: 3_600, d: 86_400 }

const secondsOf = (text: string): number =>
  Number(text.slice(0, -1)) * (units[text.slice(-1)] ?? assert.fail(text))

const expected = ({ alert, labels, summary }: AlertCase) => {
  const rule = readRules().find((each) => each.alert === alert) ?? assert.fail(alert)
  const exp_labels = { ...labels, severity: rule.labels.severity }
  const { description } = rule.annotations
  return { exp_alerts: [{ exp_labels, exp_annotations: { summary, description } }] }
}

/** Lets Prometheus read a file of rules. */
const check = (file: string): void => {
  const { status, out, error } = runToEnd('promtool', ['check', 'rules', '--lint-fatal', file])
  assert.equal(status, 0, out + error)
}

test('Prometheus takes the rules', { skip }, () => check(alerts))

test('Prometheus takes the expressions of the dashboard', { skip }, (t) => {
  const file = join(temporaryFolder(t), 'dashboard.yml')
  const expressions = dashboardExpressions()
  assert.ok(expressions.length > 20)
  const rules = expressions.map((expr, at) => ({ record: `panel:${at}`, expr }))
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  check(file)
})

test('every alert tells of its fault once that has lasted, and not before', { skip }, (t) => {
  const tried = new Set(alertCases.map(({ alert }) => alert))
  assert.deepEqual([...tried], [...new Set(readRules().map(({ alert }) => alert))])
  judge(t, alertCases)
})

test('what only looks like a fault wakes nobody', { skip }, (t) => {
  judge(t, calmCases)
})

test('the judge finds an alert that comes too late', { skip }, (t) => {
  const [first] = alertCases
  // It would be told at 60 s.
  const early = { ...(first ?? assert.fail()), quiet: '45s' }
  assert.throws(() => judge(t, [early]), /FAILED/)
})
