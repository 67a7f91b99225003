import type { Check } from './check.ts'

/** How a check ended. */
export type Result = Pick<Check, 'id' | 'section' | 'quote'> & {
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** What was expected and what was received, or why it was skipped. */
  readonly message?: string
}

/** A run of the checks. */
export type Report = {
  readonly url: string
  /** The number of requests sent. */
  readonly requests: number
  readonly results: readonly Result[]
}

const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' } as const

const count = ({ results }: Report, outcome: Result['outcome']): number =>
  results.filter((result) => result.outcome === outcome).length

/** The report for people: a line for each check, with the sentence under each that did not pass. */
export const tableOf = (report: Report): string => {
  const width = Math.max(...report.results.map(({ id }) => id.length))
  const lines = report.results.flatMap(({ id, section, quote, outcome, message }) => {
    const line = `${marks[outcome]}  ${id.padEnd(width)}  ${section}`
    if (outcome === 'passed') return [line]
    return [line, `      "${quote}"`, `      ${message ?? ''}`]
  })
  const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map((outcome) =>
    count(report, outcome),
  )
  const sum = `${passed} passed, ${failed} failed, ${skipped} skipped; ${report.requests} requests to ${report.url}`
  return [...lines, '', sum, ''].join('\n')
}

const escaped = (text: string): string =>
  text.replaceAll(
    // XML 1.0 does not allow control characters, even escaped.
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[&<>"]/g,
    (character) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '\ufffd',
  )

/** The report as JUnit XML, which continuous integration reads. */
export const junitOf = (report: Report): string => {
  const cases = report.results.map(({ id, section, quote, outcome, message = '' }) => {
    const inside =
      outcome === 'failed'
        ? `<failure message="${escaped(message)}">${escaped(quote)}</failure>`
        : outcome === 'skipped'
          ? `<skipped message="${escaped(message)}"/>`
          : ''
    return `  <testcase classname="${escaped(section)}" name="${escaped(id)}">${inside}</testcase>\n`
  })
  const { length } = report.results
  const sums = `tests="${length}" failures="${count(report, 'failed')}" skipped="${count(report, 'skipped')}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="petstore-conformance" ${sums}>\n${cases.join('')}</testsuite>\n`
}
