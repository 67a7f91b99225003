import type { TestEvent } from 'node:test/reporters'

/** A line of the reporter's output: a skipped test, its file, and the reason. */
export type SkippedTest = { readonly name: string; readonly file: string; readonly reason: string }

/** A reporter for Node's test runner that writes each skipped test as a line of JSON. */
// oxlint-disable-next-line import/no-default-export -- Node's runner loads a reporter by its default export.
export default async function* skippedTests(
  source: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' || data.skip === undefined || data.skip === false) continue
    const reason = typeof data.skip === 'string' ? data.skip : 'no reason is given'
    const skipped: SkippedTest = { name: data.name, file: data.file ?? '', reason }
    yield `${JSON.stringify(skipped)}\n`
  }
}
