/** A step of the schema: in words that both databases know, or for each in its own. */
type Step = string | Readonly<Record<Dialect, string>>

type Dialect = 'sqlite' | 'postgres'

/** Keys that could do everything with orders can still: the steps of the store have a scope of their own. */
const ordersManage = `
  UPDATE api_keys SET scopes = scopes || ' orders:manage' WHERE ' ' || scopes || ' ' LIKE '% orders:write %';
`

/**
 * The steps that came after both databases had their first ones, in order: a new step is one line here. A published step
 * never changes.
 */
const steps: readonly Step[] = [ordersManage]

/** The steps in the words of one database. */
export const stepsFor = (dialect: Dialect): readonly string[] =>
  steps.map((step) => (typeof step === 'string' ? step : step[dialect]))
