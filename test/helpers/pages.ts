import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import { type Answer, call, linkOf } from './http.ts'

/** The pages of a list from a path or a URL on, by their links alone, to the last or to one that leads to itself. */
export const pagesOf = async (
  { baseUrl, key: own }: TestApp,
  first: string,
  key = own,
): Promise<readonly Answer[]> => {
  const pages: Answer[] = []
  let url = first.startsWith('/') ? `${baseUrl}${first}` : first
  for (;;) {
    const page = await call(url, { key })
    assert.equal(page.status, 200, page.text)
    pages.push(page)
    const next = linkOf(page, 'next')
    if (next === undefined || next === url) return pages
    url = next
  }
}

/** The ids on all pages of a list, or the numbers of another field. */
export const idsOn = async (
  app: TestApp,
  first: string,
  key?: string,
  field = 'id',
): Promise<readonly unknown[]> =>
  (await pagesOf(app, first, key)).flatMap(({ text }) => valuesOf(JSON.parse(text), field))

/** A field of each row, or several. */
export const valuesOf = (
  rows: ReadonlyArray<Readonly<Record<string, unknown>>>,
  ...names: readonly string[]
): readonly unknown[] =>
  rows.map((row) => (names.length === 1 ? row[names[0] ?? ''] : names.map((name) => row[name])))
