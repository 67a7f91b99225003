import { InvalidArgumentError, Option } from 'commander'
import type { KeyRecord } from '../access/keys/key-store.ts'
import { limitsOf } from '../access/keys/life-cycle.ts'
import {
  defaultScopes,
  everyScope,
  isScope,
  namesOf,
  optInScopes,
  type Scopes,
  scopesOf,
} from '../access/keys/scopes.ts'
import { maxLimit, type Plan, type PlanLimits, plans } from '../access/quotas/plans.ts'
import { parseDuration, units } from './kit/options.ts'
import { printable, UsageError } from './kit/terminal.ts'

const parseLimit = (text: string): number => {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= maxLimit) return value
  throw new InvalidArgumentError(`It takes a whole number from 1 to ${maxLimit}.`)
}

export const planOption = (): Option =>
  new Option('--plan <plan>', plans.join(', ')).argParser((text): Plan => {
    const plan = plans.find((each) => each === text.toLowerCase())
    if (plan !== undefined) return plan
    throw new InvalidArgumentError(`It takes one of ${plans.join(', ')}.`)
  })

export const nameOption = (): Option =>
  new Option('--name <name>', 'who the key is for').makeOptionMandatory().argParser((text) => {
    if (/\S/.test(text) && text.length <= 100 && !/[\p{Cc}\p{Cs}]/u.test(text)) return text
    throw new InvalidArgumentError('It takes 1 to 100 characters, no control character among them.')
  })

export const limitOptions = (): readonly Option[] =>
  [
    new Option('--per-minute <n>', 'requests a minute (enterprise only)'),
    new Option('--per-day <n>', 'requests a day (enterprise only)'),
    new Option('--open-orders <n>', 'orders placed at once (enterprise only)'),
  ].map((option) => option.argParser(parseLimit))

/** Stands for all scopes except the opt-in ones, including those that later versions add. */
const all = 'all'

const scopeNames = `${all} (but ${optInScopes.join(', ')}), or one or more of ${everyScope.join(', ')}, separated by commas`

export const scopesOption = (): Option =>
  new Option('--scopes <scopes>', `what the key may do: ${scopeNames}`).argParser((text) => {
    const names = text.split(',').map((name) => name.trim())
    const unknown = names.find((name) => name !== all && !isScope(name))
    const named = scopesOf(names.filter(isScope))
    if (unknown === undefined) return names.includes(all) ? defaultScopes | named : named
    throw new InvalidArgumentError(
      `"${printable(unknown)}" is not a scope. It takes ${scopeNames}.`,
    )
  })

/** Formats scopes as `--scopes` takes them. */
export const scopesText = (scopes: Scopes): string =>
  scopes === defaultScopes ? all : namesOf(scopes).join()

export const expiresOption = (): Option =>
  new Option('--expires <span>', 'how long the key is valid, like 90d').argParser((text) => {
    const span = parseDuration(text)
    if (span > 0) return span
    throw new InvalidArgumentError('Give at least 1s.')
  })

export const graceOption = (): Option =>
  new Option('--grace <span>', 'how long the old key stays valid')
    .argParser(parseDuration)
    .default(24 * units.h, '24h')

export type LimitOptions = Partial<PlanLimits>

export const limitsIn = ({ perMinute, perDay, openOrders }: LimitOptions): LimitOptions => ({
  ...(perMinute !== undefined && { perMinute }),
  ...(perDay !== undefined && { perDay }),
  ...(openOrders !== undefined && { openOrders }),
})

/** Returns the limits of a plan. Enterprise limits come from the options, or else from the `old` key. @throws UsageError */
export const readLimits = (plan: Plan, limits: LimitOptions, old?: KeyRecord): PlanLimits => {
  if (plan !== 'enterprise') {
    if (Object.keys(limits).length === 0) return limitsOf(plan, undefined)
    throw new UsageError(
      `The ${plan} plan has fixed limits; --per-minute, --per-day and --open-orders need the enterprise plan.`,
    )
  }
  const agreed: LimitOptions = { ...(old?.plan === 'enterprise' && old.limits), ...limits }
  const { perMinute, perDay } = agreed
  if (perMinute === undefined || perDay === undefined) {
    throw new UsageError('The enterprise plan needs both --per-minute and --per-day.')
  }
  return limitsOf(plan, { ...agreed, perMinute, perDay })
}
