import assert from 'node:assert/strict'
import { parser } from '@prometheus-io/lezer-promql'
import type { Scrape } from './metrics.ts'

/** What Prometheus has collected: scrapes with their times in seconds, oldest first. */
export type Collected = ReadonlyArray<{ readonly at: number; readonly scrape: Scrape }>

/** A series and its value now. */
export type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number }

type Node = ReturnType<typeof parser.parse>['topNode']
type Value = number | readonly Sample[]

/**
 * The value of an expression, as Prometheus would tell it after these scrapes. It knows what the alerts of `deploy/`
 * use, and fails with anything else. A rate is taken over all scrapes, whatever the range.
 *
 * @returns the series for which an alert with this expression is active
 */
export const valueOf = (expression: string, collected: Collected): readonly Sample[] => {
  const { firstChild } = parser.parse(expression).topNode
  assert.ok(firstChild !== null, expression)
  const value = new Evaluation(expression, collected).of(firstChild)
  assert.ok(typeof value !== 'number', 'an alert has series')
  return value
}

const keyOf = (labels: Sample['labels'], names = Object.keys(labels)): string =>
  JSON.stringify(names.toSorted().map((name) => [name, labels[name] ?? '']))

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  Add: (a, b) => a + b,
  Sub: (a, b) => a - b,
  Mul: (a, b) => a * b,
  Div: (a, b) => a / b,
}

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  Eql: (a, b) => a === b,
  Neq: (a, b) => a !== b,
  Gtr: (a, b) => a > b,
  Gte: (a, b) => a >= b,
  Lss: (a, b) => a < b,
  Lte: (a, b) => a <= b,
}

class Evaluation {
  readonly #expression: string
  readonly #collected: Collected

  constructor(expression: string, collected: Collected) {
    this.#expression = expression
    this.#collected = collected
  }

  of(node: Node): Value {
    switch (node.name) {
      case 'NumberDurationLiteral':
        return Number(this.#text(node))
      case 'ParenExpr':
        return this.of(this.#children(node)[0] ?? assert.fail())
      case 'VectorSelector':
        return this.#selected(node, this.#collected.at(-1)?.scrape)
      case 'BinaryExpr':
        return this.#binary(node)
      case 'AggregateExpr':
        return this.#sum(node)
      case 'FunctionCall':
        return this.#call(node)
      default:
        assert.fail(`${node.name} is not known: ${this.#expression}`)
    }
  }

  #text({ from, to }: Node): string {
    return this.#expression.slice(from, to)
  }

  #children(node: Node): readonly Node[] {
    const found: Node[] = []
    for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child)
    return found
  }

  #selected(node: Node, scrape: Scrape | undefined): readonly Sample[] {
    const [identifier, matchers] = this.#children(node)
    const name = this.#text(identifier ?? assert.fail())
    const matches = (matchers === undefined ? [] : this.#children(matchers)).map((matcher) => {
      const [label, operator, text] = this.#children(matcher)
      const wanted = JSON.parse(this.#text(text ?? assert.fail())) as string
      const pattern = new RegExp(`^(?:${wanted})$`)
      const kind = this.#text(operator ?? assert.fail())
      const isMatch = kind.endsWith('~')
        ? (value: string) => pattern.test(value)
        : (value: string) => value === wanted
      const labelName = this.#text(label ?? assert.fail())
      return (labels: Sample['labels']) => isMatch(labels[labelName] ?? '') === kind.startsWith('=')
    })
    return (scrape?.lines ?? []).filter(
      (line) => line.name === name && matches.every((match) => match(line.labels)),
    )
  }

  #binary(node: Node): Value {
    const children = this.#children(node)
    const [left, operator] = children
    const right = children.at(-1)
    const on = children.find(({ name }) => name === 'MatchingModifierClause')
    const [a, b] = [this.of(left ?? assert.fail()), this.of(right ?? assert.fail())]
    const name = operator?.name ?? ''
    if (name === 'And' || name === 'Or') {
      assert.ok(typeof a !== 'number' && typeof b !== 'number' && on === undefined)
      const others = new Set((name === 'And' ? b : a).map(({ labels }) => keyOf(labels)))
      if (name === 'And') return a.filter(({ labels }) => others.has(keyOf(labels)))
      return [...a, ...b.filter(({ labels }) => !others.has(keyOf(labels)))]
    }
    const compare = comparisons[name]
    const compute = arithmetic[name]
    const apply = (one: number, other: number): number | undefined => {
      if (compare === undefined) return compute?.(one, other) ?? assert.fail(name)
      return compare(one, other) ? one : undefined
    }
    if (typeof a === 'number' && typeof b === 'number') return apply(a, b) ?? Number.NaN
    if (typeof a === 'number') assert.fail('A number on the left is not known.')
    const others = typeof b === 'number' ? undefined : new Map(b.map((s) => [keyOf(s.labels), s]))
    return a.flatMap(({ labels, value }) => {
      const other = typeof b === 'number' ? b : others?.get(keyOf(labels))?.value
      const result = other === undefined ? undefined : apply(value, other)
      return result === undefined ? [] : [{ labels, value: result }]
    })
  }

  #sum(node: Node): readonly Sample[] {
    const [operator, modifier, body] = this.#children(node)
    assert.equal(operator?.name, 'AggregateOp')
    assert.equal(this.#text(operator ?? assert.fail()), 'sum')
    const grouping = this.#children(modifier ?? assert.fail()).at(-1) ?? assert.fail()
    const names = this.#children(grouping).map((name) => this.#text(name))
    const inner = this.of(this.#children(body ?? assert.fail())[0] ?? assert.fail())
    assert.ok(typeof inner !== 'number')
    const groups = Map.groupBy(inner, ({ labels }) => keyOf(labels, names))
    return [...groups.values()].map((samples) => ({
      labels: Object.fromEntries(names.map((name) => [name, samples[0]?.labels[name] ?? ''])),
      value: samples.reduce((sum, { value }) => sum + value, 0),
    }))
  }

  #call(node: Node): Value {
    const [identifier, body] = this.#children(node)
    const name = this.#text(identifier ?? assert.fail())
    const given = body === undefined ? [] : this.#children(body)
    const [first, second] = given
    if (name === 'time') return this.#collected.at(-1)?.at ?? assert.fail()
    if (name === 'histogram_quantile') {
      const share = this.of(first ?? assert.fail())
      const buckets = this.of(second ?? assert.fail())
      assert.ok(typeof share === 'number' && typeof buckets !== 'number')
      return quantiles(share, buckets)
    }
    assert.ok(name === 'rate' || name === 'increase', `${name} is not known`)
    const selector = this.#children(first ?? assert.fail())[0] ?? assert.fail()
    const [oldest, newest] = [this.#collected[0], this.#collected.at(-1)]
    assert.ok(oldest !== undefined && newest !== undefined && newest.at > oldest.at)
    const before = this.#selected(selector, oldest.scrape)
    const known = new Map(before.map(({ labels, value }) => [keyOf(labels), value]))
    const seconds = name === 'rate' ? newest.at - oldest.at : 1
    return this.#selected(selector, newest.scrape).flatMap(({ labels, value }) => {
      const was = known.get(keyOf(labels))
      return was === undefined ? [] : [{ labels, value: (value - was) / seconds }]
    })
  }
}

const withoutBound = (labels: Sample['labels']): Sample['labels'] => {
  const { le: _, ...others } = labels
  return others
}

/** As Prometheus: within its bucket a value is where it would be if all were spread evenly. */
const quantiles = (share: number, buckets: readonly Sample[]): readonly Sample[] => {
  const groups = Map.groupBy(buckets, ({ labels }) => keyOf(withoutBound(labels)))
  return [...groups.values()].flatMap((group) => {
    const ascending = group
      .map(({ labels, value }) => ({
        bound: Number(labels['le']?.replace('+Inf', 'Infinity')),
        value,
      }))
      .toSorted((a, b) => a.bound - b.bound)
    const total = ascending.at(-1)?.value ?? 0
    if (total === 0) return []
    const at = ascending.findIndex(({ value }) => value >= share * total)
    const [lower, upper] = [ascending[at - 1], ascending[at]]
    const labels = withoutBound(group[0]?.labels ?? {})
    if (upper === undefined || upper.bound === Infinity) {
      return [{ labels, value: lower?.bound ?? Infinity }]
    }
    const inside = (share * total - (lower?.value ?? 0)) / (upper.value - (lower?.value ?? 0))
    return [{ labels, value: (lower?.bound ?? 0) + inside * (upper.bound - (lower?.bound ?? 0)) }]
  })
}
