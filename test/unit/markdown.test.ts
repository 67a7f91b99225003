import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { renderMarkdown } from '../../src/observability/markdown.ts'
import { anchorsOf } from '../helpers/docs-links.ts'

const docs = new URL('../../docs/', import.meta.url)

const bodyOf = (markdown: string): string => renderMarkdown(markdown, (target) => target).body.text

test('each mark becomes its element, and nothing becomes markup by itself', () => {
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
  ]
  assert.equal(
    bodyOf(markdown.join('\n')).replaceAll(/\n\s*/g, ''),
    '<h1 id="a-b--c">A &#60;b&#62; &#38; <code>c</code></h1>' +
      '<p>One <a href="x.md#y">link</a>, <b>bold <code>code</code></b>, and ' +
      '<a href="https://pets.example">https://pets.example</a>.</p>' +
      '<ul><li>first goes on</li><li>second</li></ul>' +
      '<div class="wide" tabindex="0"><table class="rows">' +
      '<thead><tr><th scope="col">a</th><th scope="col">b | c</th></tr></thead>' +
      '<tbody><tr><td><code>&#60;i&#62;</code></td><td></td></tr></tbody></table></div>' +
      '<pre tabindex="0"><code>a **b** &#60;c&#62;</code></pre>',
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
    const read = page
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    const written = markdown
      .replaceAll(/^ *<!--.*-->$/gm, '')
      .replaceAll(/^<a id="[^"]*"><\/a>$/gm, '')
      .replaceAll(/^ *```.*$/gm, '')
      .replaceAll(/\]\([^)\s]+\)/g, ']')
      .replaceAll(/^\d+\. /gm, '')
    assert.deepEqual(wordsOf(read), wordsOf(written))
  })
}
