import type { Counts, Work } from './work.ts'

type Figure = keyof Counts

/** What a figure is called, and the share by which it may differ from the budget by chance. */
const figures: Readonly<Record<Figure, { readonly name: string; readonly margin: number }>> = {
  statements: { name: 'SQL statements', margin: 0 },
  commits: { name: 'commits', margin: 0 },
  // Counted again and again, the same code differed by less than 1 %.
  heapBytes: { name: 'bytes allocated on the heap', margin: 0.03 },
  socketBytes: { name: 'bytes of the answer', margin: 0 },
  socketWrites: { name: 'writes to the socket', margin: 0 },
  diskBytes: { name: 'bytes written to disk', margin: 0 },
}

/** Figures are kept to three places. */
const rounding = 0.001

/** How the work differs from the budget, a sentence each. */
export type Comparison = { readonly grown: readonly string[]; readonly fallen: readonly string[] }

/** Holds what was counted against the budget; what was not counted is not missed. */
export const compareWork = (budget: Work, counted: Work): Comparison => {
  const grown: string[] = []
  const fallen: string[] = []
  for (const [kind, counts] of Object.entries(counted.kinds)) {
    const allowed = budget.kinds[kind]
    if (allowed === undefined) {
      grown.push(`${kind}: there is no budget for it.`)
      continue
    }
    for (const [figure, { name, margin }] of Object.entries(figures)) {
      // The keys of `figures` are those of `Counts`.
      const [before, now] = [allowed[figure as Figure], counts[figure as Figure]]
      const change = `${kind}: ${name} a request %s from ${before} to ${now}.`
      if (now > before * (1 + margin) + rounding) grown.push(change.replace('%s', 'grew'))
      if (now < before * (1 - margin) - rounding) fallen.push(change.replace('%s', 'fell'))
    }
  }
  return { grown, fallen }
}

const accept = 'npm run bench:work -- --accept'

/** The comparison in words, for who changed the code. */
export const tellOf = ({ grown, fallen }: Comparison, budget: Work, counted: Work): string => {
  const lines: string[] = []
  if (grown.length > 0) {
    lines.push('The work for a request grew:', ...grown.map((line) => `- ${line}`))
    if (budget.node !== counted.node) {
      lines.push(
        `The budget was counted with Node ${budget.node}, this with ${counted.node}, which may be why.`,
      )
    }
    lines.push(
      `Where it is worth it, run ${accept} and commit bench/work-budget.json with the reason; else find what does it.`,
    )
  }
  if (fallen.length > 0) {
    lines.push('The work for a request fell:', ...fallen.map((line) => `- ${line}`))
    lines.push(`Run ${accept} and commit bench/work-budget.json, so that it stays so.`)
  }
  if (lines.length === 0) lines.push('The work for a request is within the budget.')
  return `${lines.join('\n')}\n`
}
