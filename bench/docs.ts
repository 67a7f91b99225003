import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clusterPlanOf, planOf } from './plan.ts'
import { plotOf } from './plot.ts'
import { clusterOf, pageOf } from './report.ts'
import type { ClusterResults, Results } from './results.ts'
import { workTable } from './counted/report.ts'

const page = fileURLToPath(new URL('../docs/performance.md', import.meta.url))
const plot = fileURLToPath(new URL('../docs/performance.svg', import.meta.url))

/** Writes results, their plot, the work for a request and the plan into `docs/performance.md`, between its marks. */
export const writeDocs = (results: Results): void => {
  let text = readFileSync(page, 'utf8')
  text = replaceBetween(text, 'results', pageOf(results))
  text = replaceBetween(text, 'work', workTable())
  text = replaceBetween(text, 'plan', planOf(results))
  writeFileSync(page, text)
  writeFileSync(plot, plotOf(results.sizes))
}

/** Writes the results of a cluster, and what it takes for many requests, into the page. */
export const writeCluster = (results: ClusterResults): void => {
  let text = readFileSync(page, 'utf8')
  text = replaceBetween(text, 'cluster', clusterOf(results))
  text = replaceBetween(text, 'cluster plan', clusterPlanOf(results))
  writeFileSync(page, text)
}

/** Writes the table of the profile into the page. */
export const writeProfile = (text: string): void => {
  writeFileSync(page, replaceBetween(readFileSync(page, 'utf8'), 'profile', text))
}

/** Puts the comparison with what others would take into the page. */
export const writeOthers = (text: string): void => {
  writeFileSync(page, replaceBetween(readFileSync(page, 'utf8'), 'others', text))
}

/** Replaces what stands between `<!-- name -->` and `<!-- end of name -->`. */
export const replaceBetween = (text: string, name: string, content: string): string => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from === -1 || to < from) throw new Error(`The page has no ${begin} … ${end}.`)
  return `${text.slice(0, from + begin.length)}\n\n${content.trim()}\n\n${text.slice(to)}`
}
