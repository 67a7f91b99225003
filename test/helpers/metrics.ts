import assert from 'node:assert/strict'

/** One line of a scrape. */
type SeriesLine = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const seriesLine = /^([a-z_:][a-z0-9_:]*)(?:\{([^}]*)\})? (\S+)$/
const labelPair = /([a-z_][a-z0-9_]*)="([^"\\\n]*)"(?:,|$)/gy

/**
 * Reads Prometheus's text format as strictly as Prometheus does. Each metric has its help and its type once, before its
 * series. No series comes twice. The buckets of a histogram add up.
 */
export const readScrape = (text: string) => {
  assert.ok(text.endsWith('\n'))
  const kinds = new Map<string, string>()
  const seen = new Set<string>()
  const lines: SeriesLine[] = []
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    if (line.startsWith('# HELP ')) {
      current = line.split(' ')[2] ?? ''
      assert.ok(!kinds.has(current), `${current} begins twice`)
      continue
    }
    if (line.startsWith('# TYPE ')) {
      const [, , name = '', kind = ''] = line.split(' ')
      assert.equal(name, current)
      assert.match(kind, /^(?:counter|gauge|histogram)$/)
      kinds.set(name, kind)
      continue
    }
    const [, name = '', labels = '', value = ''] = seriesLine.exec(line) ?? assert.fail(line)
    const family = kinds.get(current) === 'histogram' ? name.replace(/_[a-z]+$/, '') : name
    assert.equal(family, current, line)
    const key = line.slice(0, line.lastIndexOf(' '))
    assert.ok(!seen.has(key), `${key} comes twice`)
    seen.add(key)
    assert.ok(Number.isFinite(Number(value)), line)
    lines.push({ name, labels: readLabels(labels), value: Number(value) })
  }
  checkHistograms(kinds, lines)
  return {
    /** The kind of each metric, by name. */
    kinds,
    lines,
    /** The sum of the series with a name and, among others, these labels. */
    sum: (name: string, labels: Readonly<Record<string, string>> = {}): number =>
      lines
        .filter((line) => line.name === name && hasLabels(line, labels))
        .reduce((sum, { value }) => sum + value, 0),
  }
}

/** A parsed scrape. */
export type Scrape = ReturnType<typeof readScrape>

const hasLabels = (line: SeriesLine, labels: Readonly<Record<string, string>>): boolean =>
  Object.entries(labels).every(([name, value]) => line.labels[name] === value)

const readLabels = (text: string): Readonly<Record<string, string>> => {
  const pairs = [...text.matchAll(labelPair)]
  assert.equal(pairs.map(([all]) => all).join(''), text)
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
}

const checkHistograms = (
  kinds: ReadonlyMap<string, string>,
  lines: readonly SeriesLine[],
): void => {
  for (const [name, kind] of kinds) {
    if (kind !== 'histogram') continue
    const counts = lines.filter((line) => line.name === `${name}_count`)
    for (const { labels, value } of counts) {
      const buckets = lines.filter(
        (line) => line.name === `${name}_bucket` && hasLabels(line, labels),
      )
      const values = buckets.map((bucket) => bucket.value)
      assert.deepEqual(
        values,
        values.toSorted((a, b) => a - b),
        `${name} is cumulative`,
      )
      assert.equal(buckets.at(-1)?.labels['le'], '+Inf')
      assert.equal(values.at(-1), value)
    }
  }
}
