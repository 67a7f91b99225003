import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parser } from '@prometheus-io/lezer-promql'
import { parseDocument } from 'yaml'
import { type AlertCase, alertCases, calmCases } from '../helpers/alert-cases.ts'
import { type Json, temporaryFolder } from '../helpers/app.ts'
import { engineObservations, scrapeOf } from '../helpers/engine-metrics.ts'
import { runToEnd } from '../helpers/launching.ts'
import type { Scrape } from '../helpers/metrics.ts'
import { needs } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'

const textOf = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const documented = textOf('docs/troubleshooting.md')

type Rule = {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string }
}

const ruleFile = parseDocument(textOf('deploy/alerts.yml'), { strict: true })
assert.deepEqual([...ruleFile.errors, ...ruleFile.warnings], [])
const rules: readonly Rule[] = ruleFile.toJS().groups.flatMap((group: Json) => group.rules)
const dashboard: Json = JSON.parse(textOf('deploy/grafana-dashboard.json'))

/** What the dashboard asks Prometheus for. Grafana puts an interval in place of its own variable before it asks. */
const dashboardExpressions: readonly string[] = [
  ...dashboard.panels.flatMap((panel: Json) => panel.targets ?? []),
  ...dashboard.annotations.list,
].map(({ expr }) => expr.replaceAll('$__rate_interval', '5m'))

/** The metrics in an expression, which must be valid PromQL, each with the labels that select its series. */
const selectorsOf = (expression: string) => {
  const selectors: Array<{ readonly name: string; readonly labels: string[] }> = []
  parser.parse(expression).iterate({
    enter: (node) => {
      const text = expression.slice(node.from, node.to)
      assert.ok(!node.type.isError, `at ${node.from} it is no PromQL: ${expression}`)
      if (node.name === 'Identifier') selectors.push({ name: text, labels: [] })
      if (node.name === 'LabelName' && node.matchContext(['UnquotedLabelMatcher'])) {
        selectors.at(-1)?.labels.push(text)
      }
    },
  })
  assert.ok(selectors.length > 0 || /\btime\(\)/.test(expression), expression)
  return selectors
}

/** Checks an expression against scrapes: each metric exists, with the labels that the expression uses. */
const checkExpression = (expression: string, scrapes: readonly Scrape[]): void => {
  for (const { name, labels } of selectorsOf(expression)) {
    // Prometheus makes this one.
    if (name === 'up') continue
    const series = scrapes.flatMap(({ lines }) => lines.filter((line) => line.name === name))
    // Some metrics have no series before the first failure, but only a type.
    if (series.length === 0 && scrapes.some(({ kinds }) => kinds.has(name))) continue
    assert.ok(series.length > 0, `there is no metric ${name}, which is read by: ${expression}`)
    for (const label of labels) {
      // Prometheus adds two to what it collects.
      const known = /^(?:job|instance)$/.test(label) || series.some((line) => label in line.labels)
      assert.ok(known, `${name} has no label ${label}, which is asked for by: ${expression}`)
    }
  }
}

test('alerts, dashboard and documentation speak of what a running service says', async (t) => {
  const service = await startService(t, temporaryFolder(t), {
    PETSTORE_METRICS_PORT: '0',
    PETSTORE_STAGING_STORE: 'sqlite',
  })
  const ask = service.asking()
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await ask('/pets?limit=3', { headers: { traceparent } })
  await ask('/pets/1')
  // On a busy machine the thread may not have told its figures yet.
  const own = await poll(async () => {
    const scrape = await service.scrape()
    return scrape.sum('petstore_storage_duration_seconds_count') > 0 && scrape
  })
  const { error: log } = await service.stop()
  // test/process/engines.test.ts shows that a service on servers really has these.
  const scrapes = [own, scrapeOf(engineObservations)]

  await t.test('a service that keeps and counts by itself has no metrics of other engines', () => {
    for (const name of own.kinds.keys()) {
      assert.doesNotMatch(name, /^petstore_(?:counters|database_(?!up$|bytes$))/)
    }
  })
  const expressions = [...dashboardExpressions, ...rules.map(({ expr }) => expr)]
  await t.test(
    'every expression of alerts and dashboard is PromQL over metrics that there are',
    () => {
      assert.ok(dashboardExpressions.length > 20)
      for (const expression of expressions) checkExpression(expression, scrapes)
    },
  )
  await t.test('every metric of the service is on the dashboard or in an alert', () => {
    const read = new Set(expressions.flatMap(selectorsOf).map(({ name }) => name))
    for (const name of scrapes.flatMap(({ kinds }) => [...kinds.keys()])) {
      const names = [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]
      assert.ok(names.some((known) => read.has(known)) || name.startsWith('process_'), name)
    }
  })
  await t.test('the line of a request that is shown has the fields of a real one', () => {
    const [, shown = ''] = /```json\n(\{"level".*\})\n```/.exec(documented) ?? []
    const real = log.split('\n').find((line) => line.includes('"listPets"')) ?? ''
    assert.deepEqual(fieldsOf(JSON.parse(real)), fieldsOf(JSON.parse(shown)))
    for (const field of Object.keys(JSON.parse(real))) {
      assert.ok(documented.includes(`\`${field}\``), `${field} is not documented`)
    }
  })
})

const fieldsOf = (line: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(line).map(([name, value]) => `${name}: ${typeof value}`)

test('every alert says whom it is for, what is wrong, and what to do', () => {
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity, /^(?:page|ticket|info)$/, alert)
    assert.match(annotations.summary, /\.$/, alert)
    assert.match(annotations.description, /\.$/, alert)
  }
})

test('the panels of the dashboard have names and ids of their own and lie beside each other', () => {
  const panels: readonly Json[] = dashboard.panels
  for (const name of ['id', 'title']) {
    assert.equal(new Set(panels.map((panel) => panel[name])).size, panels.length, name)
  }
  const taken = new Set<string>()
  for (const { title, gridPos } of panels) {
    assert.ok(gridPos.x + gridPos.w <= 24, title)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.ok(!taken.has(`${x},${y}`), `${title} lies on another panel`)
        taken.add(`${x},${y}`)
      }
    }
  }
})

const alerts = fileURLToPath(new URL('../../deploy/alerts.yml', import.meta.url))
const skip = needs('promtool')

/** Lets Prometheus itself judge the rules. Cases that it looks at as often share a run. */
const judge = (t: TestContext, cases: readonly AlertCase[]): void => {
  const folder = temporaryFolder(t)
  const byLooks = Map.groupBy(cases, ({ every = '15s', looks = every }) => looks)
  for (const [looks, alike] of byLooks) {
    const file = join(folder, `${looks}.yml`)
    const tests = alike.map(asGiven)
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [alerts], evaluation_interval: looks, tests }))
    const { status, out, error } = runToEnd('promtool', ['test', 'rules', file])
    assert.equal(status, 0, out + error)
  }
}

/** A case as promtool takes it. */
const asGiven = (given: AlertCase) => {
  const { alert: alertname, series, every = '15s', looks = every, quiet } = given
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
  const rule = rules.find((each) => each.alert === alert) ?? assert.fail(alert)
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
  const records = dashboardExpressions.map((expr, at) => ({ record: `panel:${at}`, expr }))
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: records }] }))
  check(file)
})

test('every alert tells of its fault once that has lasted, and not before', { skip }, (t) => {
  const tried = new Set(alertCases.map(({ alert }) => alert))
  assert.deepEqual([...tried], [...new Set(rules.map(({ alert }) => alert))])
  judge(t, alertCases)
})

test('what only looks like a fault wakes nobody', { skip }, (t) => {
  judge(t, calmCases)
})
