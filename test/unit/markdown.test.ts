import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { renderMarkdown } from '../../src/observability/markdown.ts'
import { anchorsOf } from '../helpers/docs-links.ts'

const docs = new URL('../../docs/', import.meta.url)

const bodyOf = (markdown: string): string => renderMarkdown(markdown, (target) => target).body.text

test('each mark becomes its element, with the anchors of GitHub', () => {
  const markdown = [
    '# A <b> & `c`',
    '',
    'One [link](x.md#y), **bold `code`**,',
    'and <https://pets.example>.',
    '- first',
    '  goes on',
    '- second',
    '',
    '| a | b \\| c |',
    '|---|---|',
    '| `<i>` | |',
    '```sh',
    'a **b** <c>',
    '```',
    '# Same',
    '# Same',
  ]
  assert.equal(
    bodyOf(markdown.join('\n')).replaceAll(/\n/g, ' ').replaceAll(/> </g, '><').trim(),
    '<h1 id="a-b--c">A  &amp; <code>c</code></h1>' +
      '<p>One <a href="x.md#y">link</a>, <strong>bold <code>code</code></strong>, and ' +
      '<a href="https://pets.example">https://pets.example</a>.</p>' +
      '<ul><li>first goes on</li><li>second</li></ul>' +
      '<div class="wide" tabindex="0"><table class="rows">' +
      '<thead><tr><th scope="col">a</th><th scope="col">b | c</th></tr></thead>' +
      '<tbody><tr><td><code>&lt;i&gt;</code></td><td></td></tr></tbody></table></div>' +
      '<pre tabindex="0"><code>a **b** &#60;c&#62;</code></pre>' +
      '<h1 id="same">Same</h1><h1 id="same-1">Same</h1>',
  )
})

test('of the HTML in a document only an anchor is kept', () => {
  const markdown = '<a id="x"></a>\n\n<!-- c -->\n\nA <b onclick="c">d</b>\n\n<script>e</script>\n'
  assert.equal(bodyOf(markdown).replaceAll(/\s+/g, ' '), '<p><a id="x"></a></p> <p>A d</p> ')
})

test('a link to what is not served leaves its words', () => {
  const links = '[one](javascript:alert(1)), [**two**](a.md) and ![three](b.png)'
  assert.equal(
    renderMarkdown(links, () => undefined).body.text,
    '<p>one, <strong>two</strong> and three</p>\n',
  )
})

/** The words of a text, without what only marks it up. */
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

for (const name of readdirSync(docs).filter((each) => each.endsWith('.md'))) {
  test(`all words and anchors of docs/${name} are in its page`, () => {
    const markdown = readFileSync(new URL(name, docs), 'utf8')
    const page = bodyOf(markdown)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
    assert.deepEqual(new Set(ids), anchorsOf(markdown))
    const read = page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&(?:#\d+|[a-z]+);/g, ' ')
    const written = markdown
      .replaceAll(/^ *<!--.*-->$/gm, '')
      .replaceAll(/^<a id="[^"]*"><\/a>$/gm, '')
      .replaceAll(/^ *```.*$/gm, '')
      .replaceAll(/\]\([^)\s]+\)/g, ']')
      .replaceAll(/^\d+\. /gm, '')
    assert.deepEqual(wordsOf(read), wordsOf(written))
  })
}
