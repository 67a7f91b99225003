import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { parseDocument } from 'yaml'

/** A rule of `deploy/alerts.yml`. */
export type Rule = {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string }
}

type Panel = {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: {
    readonly x: number
    readonly y: number
    readonly w: number
    readonly h: number
  }
  readonly targets?: ReadonlyArray<{ readonly expr: string }>
}

type Dashboard = {
  readonly panels: readonly Panel[]
  readonly annotations: { readonly list: ReadonlyArray<{ readonly expr: string }> }
}

const deployed = (name: string): string =>
  readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

export const readDashboard = (): Dashboard => JSON.parse(deployed('grafana-dashboard.json'))

/** What the dashboard asks Prometheus for. Grafana puts an interval in place of its own variable before it asks. */
export const dashboardExpressions = (): readonly string[] => {
  const { panels, annotations } = readDashboard()
  const targets = [...panels.flatMap((panel) => panel.targets ?? []), ...annotations.list]
  return targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m'))
}

export const readRules = (): readonly Rule[] => {
  const document = parseDocument(deployed('alerts.yml'), { strict: true })
  assert.deepEqual([...document.errors, ...document.warnings], [])
  const { groups } = document.toJS() as { groups: ReadonlyArray<{ rules: readonly Rule[] }> }
  return groups.flatMap(({ rules }) => rules)
}
