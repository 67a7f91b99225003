import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { parseDocument } from 'yaml'
import { type Collected, type Sample, valueOf } from './promql-value.ts'

/** A rule of `deploy/alerts.yml`. */
export type Rule = {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string }
}

export const readRules = (): readonly Rule[] => {
  const text = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8')
  const document = parseDocument(text, { strict: true })
  assert.deepEqual([...document.errors, ...document.warnings], [])
  const { groups } = document.toJS() as { groups: ReadonlyArray<{ rules: readonly Rule[] }> }
  return groups.flatMap(({ rules }) => rules)
}

/** The series for which the expression of an alert is true after these scrapes. */
export const activeFor = (alert: string, collected: Collected): readonly Sample[] => {
  const rule = readRules().find((each) => each.alert === alert) ?? assert.fail(alert)
  return valueOf(rule.expr, collected)
}
