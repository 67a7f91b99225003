import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** A link of a Markdown document. */
type DocLink = { readonly line: number; readonly target: string }

/** An inline link or picture, and a reference definition. */
const inline = /\]\(<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\)/g
const definition = /^\s{0,3}\[[^\]]+\]:\s+(\S+)/

/** The prose of a document: code blocks and inline code are blanked. */
const proseOf = (markdown: string): readonly string[] => {
  let fence: string | undefined
  return markdown.split('\n').map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined
      return ''
    }
    if (mark !== undefined) {
      fence = mark
      return ''
    }
    return line.replaceAll(/(`+)(?!`).+?(?<!`)\1(?!`)/g, (code) => '`'.repeat(code.length))
  })
}

/** Every link of a document. */
const linksOf = (markdown: string): readonly DocLink[] =>
  proseOf(markdown).flatMap((line, at) => {
    const targets = [...line.matchAll(inline)].map(([, target = '']) => target)
    const defined = definition.exec(line)?.[1]
    if (defined !== undefined) targets.push(defined)
    return targets.map((target) => ({ line: at + 1, target }))
  })

/** The anchors of a document: those that GitHub derives from headings, and those in HTML. */
const anchorsOf = (markdown: string): ReadonlySet<string> => {
  const anchors = new Set<string>()
  const prose = proseOf(markdown)
  for (const [at, source] of markdown.split('\n').entries()) {
    for (const [, id = ''] of (prose[at] ?? '').matchAll(/\s(?:id|name)="([^"]+)"/g))
      anchors.add(id)
    const heading = /^ {0,3}#{1,6}\s+(.+?)(?:\s+#+)?\s*$/.exec(source)?.[1]
    if (heading === undefined || prose[at] === '') continue
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
 * The broken links of a document inside the repository. Links to other hosts are not checked.
 *
 * @param file an absolute path
 */
const brokenLinks = (file: string): readonly string[] =>
  linksOf(readFileSync(file, 'utf8')).flatMap(({ line, target }) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return []
    const [path = '', anchor] = decodeURI(target).split('#', 2)
    const place = path === '' ? file : resolve(dirname(file), path)
    if (!existsSync(place)) return [`line ${line}: there is no ${target}`]
    if (anchor === undefined || statSync(place).isDirectory() || !place.endsWith('.md')) return []
    return anchorsOf(readFileSync(place, 'utf8')).has(anchor)
      ? []
      : [`line ${line}: there is no place ${target}`]
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
