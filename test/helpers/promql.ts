import assert from 'node:assert/strict'
import { parser } from '@prometheus-io/lezer-promql'
import type { Scrape } from './metrics.ts'

/** A metric in an expression, with the labels that select its series. */
type Selector = { readonly name: string; readonly labels: readonly string[] }

/** The selectors of an expression, which must be valid PromQL. */
export const selectorsOf = (expression: string): readonly Selector[] => {
  const selectors: Array<{ name: string; labels: string[] }> = []
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

/** Labels that Prometheus adds to what it collects. */
const ofPrometheus: ReadonlySet<string> = new Set(['job', 'instance'])

/** Checks an expression against a scrape: each metric exists, with the labels that the expression uses. */
export const checkExpression = (expression: string, scrape: Scrape): void => {
  for (const { name, labels } of selectorsOf(expression)) {
    // Prometheus makes this one.
    if (name === 'up') continue
    const series = scrape.lines.filter((line) => line.name === name)
    // Some metrics have no series before the first failure, but only a type.
    if (series.length === 0 && scrape.kinds.has(name)) continue
    assert.ok(series.length > 0, `there is no metric ${name}, which is read by: ${expression}`)
    for (const label of labels) {
      const known = ofPrometheus.has(label) || series.some((line) => label in line.labels)
      assert.ok(known, `${name} has no label ${label}, which is asked for by: ${expression}`)
    }
  }
}
