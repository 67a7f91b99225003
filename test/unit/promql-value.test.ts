import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScrape } from '../helpers/metrics.ts'
import { valueOf } from '../helpers/promql-value.ts'

const scrape = (up: number, total: number) =>
  readScrape(`# HELP up_now Up.
# TYPE up_now gauge
up_now{server="a"} ${up}
up_now{server="b"} 1
# HELP wanted Wanted.
# TYPE wanted gauge
wanted{server="a"} 1
# HELP asked_total Asked.
# TYPE asked_total counter
asked_total{server="a",how="x"} ${total}
asked_total{server="a",how="y"} 1
# HELP took_seconds Took.
# TYPE took_seconds histogram
took_seconds_bucket{le="1"} 0
took_seconds_bucket{le="2"} ${total}
took_seconds_bucket{le="+Inf"} ${total}
took_seconds_sum 1
took_seconds_count ${total}
`)

const collected = [
  { at: 100, scrape: scrape(1, 0) },
  { at: 110, scrape: scrape(0, 50) },
]

test('an expression has the value that Prometheus would give it', () => {
  const shown = (expression: string) =>
    valueOf(expression, collected).map(({ labels, value }) => [labels['server'], value])
  assert.deepEqual(shown('up_now == 0'), [['a', 0]])
  assert.deepEqual(shown('up_now > 1'), [])
  assert.deepEqual(shown('up_now{server!="a"} + 1'), [['b', 2]])
  assert.deepEqual(shown('up_now{server=~"a|c"} == 0 and wanted == 1'), [['a', 0]])
  assert.deepEqual(shown('up_now == 0 and wanted == 2'), [])
  assert.deepEqual(shown('wanted > 5 or up_now == 1'), [['b', 1]])
  assert.deepEqual(shown('sum by (server) (rate(asked_total[5m])) > 4'), [['a', 5]])
  assert.deepEqual(shown('increase(asked_total{how="x"}[5m])'), [['a', 50]])
  assert.deepEqual(shown('histogram_quantile(0.5, sum by (le) (rate(took_seconds_bucket[5m])))'), [
    [undefined, 1.5],
  ])
  assert.throws(() => valueOf('avg(up_now)', collected))
  assert.throws(() => valueOf('deriv(up_now[5m])', collected))
})
