import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** An inline link or picture, and a reference definition. */
const inline = /\]\(<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\)/g
const definition = /^\s{0,3}\[[^\]]+\]:\s+(\S+)/gm

const withoutBlocks = (markdown: string): string =>
  markdown.replaceAll(/^[ \t]*(`{3,}|~{3,})[^]*?^[ \t]*\1.*$/gm, '')

/** The targets of the links of a document, in its prose. */
const linksOf = (markdown: string): readonly string[] => {
  const prose = withoutBlocks(markdown).replaceAll(/(`+)(?!`).+?(?<!`)\1(?!`)/g, '``')
  const links = [...prose.matchAll(inline), ...prose.matchAll(definition)]
  return links.map(([, target = '']) => target)
}

/** The anchors of a document: those that GitHub derives from headings, and those in HTML. */
const anchorsOf = (markdown: string): ReadonlySet<string> => {
  const text = withoutBlocks(markdown)
  const marks = text.matchAll(/\s(?:id|name)="([^"]+)"/g)
  const anchors = new Set(Array.from(marks, ([, id = '']) => id))
  for (const [, heading = ''] of text.matchAll(/^ {0,3}#{1,6} +(.+?)(?: +#+)? *$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/**
 * The links of a document into the repository that lead nowhere. Links to other hosts are not checked.
 *
 * @param file an absolute path
 */
const brokenLinks = (file: string): readonly string[] =>
  linksOf(readFileSync(file, 'utf8')).filter((target) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return false
    const [path = '', anchor] = decodeURI(target).split('#', 2)
    const place = path === '' ? file : resolve(dirname(file), path)
    if (!existsSync(place)) return true
    if (anchor === undefined || !place.endsWith('.md')) return false
    return !anchorsOf(readFileSync(place, 'utf8')).has(anchor)
  })

const root = fileURLToPath(new URL('../..', import.meta.url))
const documents = globSync('**/*.md', {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist|data)$/.test(path),
})

test('there are documents to look at', () => {
  assert.ok(documents.includes('README.md') && documents.includes(join('docs', 'interface.md')))
})

for (const [pattern, most] of [
  // The guides too.
  ['docs/**/*.md', 30_000],
  ['docs/performance.md', 1_500],
] as const) {
  test(`${pattern} has ${most} words at most`, () => {
    const paths = globSync(pattern, { cwd: root })
    const words = paths.flatMap(
      (path) => readFileSync(join(root, path), 'utf8').match(/\S+/g) ?? [],
    )
    assert.ok(words.length > 0 && words.length <= most, `${words.length} words`)
  })
}

for (const document of documents) {
  test(`every link of ${document} into the repository leads somewhere`, () => {
    assert.deepEqual(brokenLinks(join(root, document)), [])
  })
}
