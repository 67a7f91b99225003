import { Marked } from 'marked'
import { Html, html } from '../api/reference/html.ts'

/** A document as HTML: its title, and what stands in it. */
export type Rendered = { readonly title: string; readonly body: Html }

/**
 * Turns a document of `docs/` into HTML. Headings get the anchors that GitHub gives them. Of the HTML in a document
 * only an anchor is kept, so nothing else becomes markup by itself.
 *
 * @param hrefOf where the target of a link is to be found; undefined leaves its words without a link
 */
export const renderMarkdown = (
  markdown: string,
  hrefOf: (target: string) => string | undefined,
): Rendered => {
  const anchors = new Map<string, number>()
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens, text }) {
        const slug = slugOf(text)
        const count = anchors.get(slug) ?? 0
        anchors.set(slug, count + 1)
        const id = count === 0 ? slug : `${slug}-${count}`
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      // Wide tables and code scroll by themselves, by keyboard too.
      table({ header, rows }) {
        const cells = (row: typeof header, open: string, close: string): string =>
          `<tr>${row.map(({ tokens }) => open + this.parser.parseInline(tokens) + close).join('')}</tr>\n`
        const head = cells(header, '<th scope="col">', '</th>')
        const body = rows.map((row) => cells(row, '<td>', '</td>')).join('')
        return `<div class="wide" tabindex="0"><table class="rows"><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`
      },
      code: ({ text }) => html`<pre tabindex="0"><code>${text}</code></pre>`.text + '\n',
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const target = hrefOf(href)
        return target === undefined ? words : html`<a href="${target}">${new Html(words)}</a>`.text
      },
      // The pictures are not served here.
      image: ({ text }) => html`${text}`.text,
      html: ({ text }) => text.match(/<a id="[\w-]+">(?:<\/a>)?|<\/a>/g)?.join('') ?? '',
    },
  })
  const body = new Html(marked.parse(markdown, { async: false }))
  return { title: /^# (.+)$/m.exec(markdown)?.[1] ?? '', body }
}

/** The anchor that GitHub derives from a heading. */
const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
