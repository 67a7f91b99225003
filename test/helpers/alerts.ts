import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { parseDocument } from 'yaml'
import type { Json } from './app.ts'

/** A rule of `deploy/alerts.yml`. */
export type Rule = {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string }
}

const deployed = (name: string): string =>
  readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

export const readDashboard = (): Json => JSON.parse(deployed('grafana-dashboard.json'))

/** What the dashboard asks Prometheus for. Grafana puts an interval in place of its own variable before it asks. */
export const dashboardExpressions = (): readonly string[] => {
  const { panels, annotations } = readDashboard()
  const targets: ReadonlyArray<Pick<Rule, 'expr'>> = [
    ...panels.flatMap((panel: Json) => panel.targets ?? []),
    ...annotations.list,
  ]
  return targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m'))
}

export const readRules = (): readonly Rule[] => {
  const document = parseDocument(deployed('alerts.yml'), { strict: true })
  assert.deepEqual([...document.errors, ...document.warnings], [])
  return document.toJS().groups.flatMap(({ rules }: Json) => rules)
}
