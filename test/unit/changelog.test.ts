import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { interfaceVersion, serviceVersion } from '../../src/core/version.ts'

const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
const kinds = new Set(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'])

type Section = {
  readonly version: string
  readonly date: string | undefined
  readonly text: string
}

const sections = (): readonly Section[] =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, version = '', date] = /^\[(\S+)\](?: - (\d{4}-\d\d-\d\d))?\n/.exec(section) ?? []
      return { version, date, text: section.slice(section.indexOf('\n') + 1) }
    })

test('the changelog has what is to come, then each release with its day, newest first', () => {
  const [unreleased, ...releases] = sections()
  assert.deepEqual([unreleased?.version, unreleased?.date], ['Unreleased', undefined])
  assert.equal(releases.at(-1)?.version, '1.0.0')
  for (const { version, date } of releases) {
    assert.match(version, /^\d+\.\d+\.\d+$/)
    assert.ok(date !== undefined && !Number.isNaN(Date.parse(date)), version)
  }
  const days = releases.map(({ date }) => Date.parse(date ?? ''))
  assert.deepEqual(
    days,
    days.toSorted((one, other) => other - one),
  )
})

test('the changelog sorts what is to come by the kinds that there are', () => {
  const [unreleased] = sections()
  const headings = [...(unreleased?.text ?? '').matchAll(/^### (.*)$/gm)].map(
    ([, kind = '']) => kind,
  )
  for (const kind of headings) assert.ok(kinds.has(kind), kind)
  assert.equal(new Set(headings).size, headings.length)
})

test('the version of the service is that of the changelog, and moves with the first change', () => {
  const [unreleased, newest] = sections()
  const version = serviceVersion()
  if (!/^- /m.test(unreleased?.text ?? '')) {
    assert.equal(version, newest?.version)
    return
  }
  const [, coming = ''] = /^(\d+\.\d+\.\d+)-dev$/.exec(version) ?? []
  assert.ok(isLater(coming, newest?.version ?? ''), `${version} follows ${newest?.version}`)
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  assert.deepEqual([lock.version, lock.packages[''].version], [version, version])
})

test('the interface keeps its own version', () => {
  assert.equal(interfaceVersion, '1.0.0')
})

const isLater = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) > 0
