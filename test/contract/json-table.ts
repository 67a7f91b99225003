import type { TestApp } from '../helpers/app.ts'
import { errorOf } from '../helpers/http.ts'
import { jsonCorpus } from './json-corpus.ts'

/** Sends every body of the corpus and writes, as Markdown, what RFC 8259 and what the service says. */
export const jsonTable = async (app: TestApp): Promise<string> => {
  const parts: string[] = []
  const counts = new Map<string, number>()
  for (const { rule, cases } of jsonCorpus) {
    const rows = ['| Body | RFC 8259 | Answer |', '|---|---|---|']
    for (const { what, body, ruling } of cases) {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await app.call('/pets', { method: 'POST', body, headers })
      const outcome = answer.status === 201 ? '201' : `${answer.status} \`${errorOf(answer).code}\``
      rows.push(`| ${what}${shownBody(body)} | ${ruling} | ${outcome} |`)
      const count = `${ruling}, ${outcome}`
      counts.set(count, (counts.get(count) ?? 0) + 1)
    }
    parts.push(`### ${rule}\n\n${rows.join('\n')}\n`)
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const sums = [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, count]) => `| ${what.replace(', ', ' | ')} | ${count} |`)
  const summary = ['| RFC 8259 | Answer | Bodies |', '|---|---|---|', ...sums]
  return `${parts.join('\n')}\n### In all ${total}\n\n${summary.join('\n')}\n`
}

const longestShown = 64

/** The body itself, if it is short and can be read in a table. */
const shownBody = (body: string | Uint8Array): string => {
  const isText = typeof body === 'string' && /^[ -{}~]+$/.test(body)
  return isText && body.length <= longestShown ? `: \`\` ${body} \`\`` : ''
}
