import type { DatabaseSync } from 'node:sqlite'

/**
 * Checks that one range of an index serves all conditions of a query on a table, in the order of the query. Such a query
 * takes no longer as the table grows.
 *
 * @param conditions how many the query compares with a value
 * @throws Error if no index does
 */
export const refuseUnindexed = (
  database: DatabaseSync,
  table: string,
  query: string,
  conditions: number,
): void => {
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all()
  const steps = plan.map(({ detail }) => String(detail))
  const search = steps.find((step) => step.startsWith(`SEARCH ${table} `)) ?? ''
  const isSorted = steps.some((step) => step.includes('TEMP B-TREE'))
  if (!isSorted && search.match(/[=<>]\?/g)?.length === conditions) return
  throw new Error(`No index of ${table} serves this query: ${query} (${steps.join('; ')})`)
}
