import { Html, html } from '../api/reference/html.ts'

/** A document as HTML: its title, and what stands in it. */
export type Rendered = { readonly title: string; readonly body: Html }

/**
 * Turns a document of `docs/` into HTML. It knows what these documents use: headings, paragraphs, lists, tables, blocks
 * of code, and in a line code, bold words and links. Headings get the anchors that GitHub gives them.
 *
 * @param hrefOf where the target of a link is to be found; undefined leaves its words without a link
 */
export const renderMarkdown = (
  markdown: string,
  hrefOf: (target: string) => string | undefined,
): Rendered => {
  const inline = (text: string): Html => inlineHtml(text, hrefOf)
  const anchors = new Map<string, number>()
  const body = blocksOf(markdown.split('\n')).map((block) => {
    if (block.kind === 'heading') {
      const count = anchors.get(slugOf(block.text)) ?? 0
      anchors.set(slugOf(block.text), count + 1)
      const id = slugOf(block.text) + (count === 0 ? '' : `-${count}`)
      // The level is a digit of 1 to 6.
      return new Html(`<h${block.level} id="${id}">${inline(block.text).text}</h${block.level}>`)
    }
    return htmlOf(block, inline)
  })
  return { title: /^# (.+)$/m.exec(markdown)?.[1] ?? '', body: html`${body}` }
}

type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code' | 'paragraph'; readonly text: string }
  | { readonly kind: 'anchor'; readonly id: string }
  | { readonly kind: 'table'; readonly rows: ReadonlyArray<readonly string[]> }
  | {
      readonly kind: 'list'
      readonly isNumbered: boolean
      readonly items: ReadonlyArray<readonly Block[]>
    }

/** The anchor that GitHub derives from a heading. */
const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

const marks = {
  fence: /^```/,
  heading: /^(#{1,6}) (.+)$/,
  comment: /^<!--.*-->$/,
  anchor: /^<a id="([\w-]+)"><\/a>$/,
  item: /^(?:-|(\d+)\.) +/,
  table: /^\|/,
} as const

const isBegun = (line: string): boolean =>
  line === '' || Object.values(marks).some((mark) => mark.test(line))

const blocksOf = (lines: readonly string[]): readonly Block[] => {
  const blocks: Block[] = []
  let at = 0
  /** Takes the lines from here on as long as they belong together. */
  const takeWhile = (belongs: (line: string) => boolean): readonly string[] => {
    const start = at
    while (at < lines.length && belongs(lines[at] ?? '')) at += 1
    return lines.slice(start, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const [, hashes, heading = ''] = marks.heading.exec(line) ?? []
    const [, id] = marks.anchor.exec(line) ?? []
    if (line === '' || marks.comment.test(line)) at += 1
    else if (hashes !== undefined) {
      at += 1
      blocks.push({ kind: 'heading', level: hashes.length, text: heading })
    } else if (id !== undefined) {
      at += 1
      blocks.push({ kind: 'anchor', id })
    } else if (marks.fence.test(line)) {
      at += 1
      blocks.push({ kind: 'code', text: takeWhile((each) => !marks.fence.test(each)).join('\n') })
      at += 1
    } else if (marks.table.test(line)) {
      const rows = takeWhile((each) => marks.table.test(each)).map(cellsOf)
      // The second row only draws a line.
      blocks.push({ kind: 'table', rows: rows.toSpliced(1, 1) })
    } else if (marks.item.test(line)) {
      const isNumbered = /^\d/.test(line)
      const items: Array<readonly Block[]> = []
      for (let mark = marks.item.exec(line); mark !== null;) {
        const [bullet] = mark
        at += 1
        const rest = takeWhile(
          (each) => each.startsWith(' ') || (each === '' && isIndented(at + 1)),
        )
        const own = [(lines[at - rest.length - 1] ?? '').slice(bullet.length)]
        items.push(blocksOf([...own, ...rest.map((each) => each.trimStart())]))
        mark = marks.item.exec(lines[at] ?? '')
      }
      blocks.push({ kind: 'list', isNumbered, items })
    } else {
      at += 1
      const rest = takeWhile((each) => !isBegun(each))
      blocks.push({ kind: 'paragraph', text: [line, ...rest].join(' ') })
    }
  }
  return blocks

  function isIndented(next: number): boolean {
    return (lines[next] ?? '').startsWith(' ')
  }
}

/** A `|` in a cell is written `\|`. */
const cellsOf = (row: string): readonly string[] =>
  row
    .replace(/^\|\s*/, '')
    .replace(/\s*\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const htmlOf = (
  block: Exclude<Block, { kind: 'heading' }>,
  inline: (text: string) => Html,
): Html => {
  switch (block.kind) {
    case 'anchor':
      return html`<a id="${block.id}"></a>`
    case 'code':
      return html`<pre tabindex="0"><code>${block.text}</code></pre>`
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>`
    case 'list': {
      const items = block.items.map(
        (blocks) => html`<li>${blocks.map((each) => listPart(each, inline))}</li>`,
      )
      return block.isNumbered
        ? html`<ol>
            ${items}
          </ol>`
        : html`<ul>
            ${items}
          </ul>`
    }
    case 'table': {
      const [head = [], ...rows] = block.rows
      return html`<div class="wide" tabindex="0">
        <table class="rows">
          <thead>
            <tr>
              ${head.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (cells) =>
                html`<tr>
                  ${cells.map((cell) => html`<td>${inline(cell)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
    }
  }
}

/** A paragraph of a list stands without space around it. */
const listPart = (block: Block, inline: (text: string) => Html): Html =>
  block.kind === 'paragraph' || block.kind === 'heading'
    ? inline(block.text)
    : htmlOf(block, inline)

const inlineMarks =
  /(`+)(.+?)\1(?!`)|!?\[((?:`[^`]*`|[^\]])*)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|<(https?:[^>\s]+)>/g

const inlineHtml = (text: string, hrefOf: (target: string) => string | undefined): Html => {
  const inline = (part: string): Html => inlineHtml(part, hrefOf)
  const parts: Html[] = []
  let end = 0
  for (const found of text.matchAll(inlineMarks)) {
    const [whole, , code, words, target, bold, address] = found
    parts.push(html`${text.slice(end, found.index)}`)
    end = found.index + whole.length
    const href = target === undefined ? address : hrefOf(target)
    const said = words === undefined ? html`${address ?? ''}` : inline(words)
    if (code !== undefined) parts.push(html`<code>${code}</code>`)
    else if (bold !== undefined) parts.push(html`<b>${inline(bold)}</b>`)
    else if (href !== undefined) parts.push(html`<a href="${href}">${said}</a>`)
    else parts.push(said)
  }
  parts.push(html`${text.slice(end)}`)
  return html`${parts}`
}
