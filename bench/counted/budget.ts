import type { Counts, Work } from './work.ts'

type Figure = keyof Counts

/** The name of a figure, and by how much it may differ from the budget by chance: a share, and an amount. */
const figures: Readonly<
  Record<Figure, { readonly name: string; readonly share: number; readonly amount: number }>
> = {
  statements: { name: 'SQL statements', share: 0, amount: 0.001 },
  commits: { name: 'commits', share: 0, amount: 0.001 },
  // Repeated counts of the same code differed by up to 1 %, or by up to 100 bytes if that is more.
  heapBytes: { name: 'bytes allocated on the heap', share: 0.02, amount: 150 },
  socketBytes: { name: 'bytes of the answer', share: 0, amount: 0.001 },
  socketWrites: { name: 'writes to the socket', share: 0, amount: 0.001 },
  diskBytes: { name: 'bytes written to disk', share: 0, amount: 0.001 },
}

/** How the work differs from the budget, a sentence each. */
export type Comparison = { readonly grown: readonly string[]; readonly fallen: readonly string[] }

/** Compares the counts with the budget. A kind that was not counted is no failure. */
export const compareWork = (budget: Work, counted: Work): Comparison => {
  const grown: string[] = []
  const fallen: string[] = []
  for (const [kind, counts] of Object.entries(counted.kinds)) {
    const allowed = budget.kinds[kind]
    if (allowed === undefined) {
      grown.push(`${kind}: there is no budget for it.`)
      continue
    }
    for (const [figure, { name, share, amount }] of Object.entries(figures)) {
      // The keys of `figures` are those of `Counts`.
      const [before, now] = [allowed[figure as Figure], counts[figure as Figure]]
      const change = `${kind}: ${name} a request %s from ${before} to ${now}.`
      const chance = before * share + amount
      if (now > before + chance) grown.push(change.replace('%s', 'grew'))
      if (now < before - chance) fallen.push(change.replace('%s', 'fell'))
    }
  }
  return { grown, fallen }
}

const accept = 'npm run bench:work -- --accept'

/** The comparison in words, for the developer who changed the code. */
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
