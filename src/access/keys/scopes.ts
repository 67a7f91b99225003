import { type Refusal, refusal } from '../../base/errors/api-error.ts'

/** The scopes of a key that is created without naming any. */
const defaults = {
  'pets:read': 'Read animals, categories, the inventory and statistics.',
  'pets:write': 'Add, change and delete animals.',
  'categories:write': 'Name, rename and delete categories.',
  'orders:read': 'Read orders.',
  'orders:write': 'Place, change, cancel and delete your own orders.',
  'orders:manage': 'Approve, deliver and return orders, and change those of others.',
  'events:read': 'Read events.',
  'webhooks:write': 'Manage webhooks, to which events are sent.',
} as const satisfies Record<string, string>

/** The scopes that a key has only if they are named, so that no key gets access to personal data by default. */
const optIn = {
  'contacts:read': 'Read contacts, which are personal data.',
  'contacts:write': 'Add, change and erase contacts.',
  'notes:read': 'Read notes about animals, orders and contacts.',
  'notes:write': 'Add and delete notes.',
  'keys:manage': 'Make, change, rotate and revoke API keys of the team.',
  lab: 'Move the clock of staging.',
} as const satisfies Record<string, string>

/** Every scope that a key can have, and what it allows. A published name keeps its meaning. */
export const scopeCatalogue = { ...defaults, ...optIn } as const

export type Scope = keyof typeof scopeCatalogue

// Object.keys widens to string[]; the keys of a const object are known.
/** Every scope, in the order of the catalogue. */
export const everyScope = Object.keys(scopeCatalogue) as readonly Scope[]
/** The scopes that a key has only if they are named. */
export const optInScopes = Object.keys(optIn) as readonly Scope[]

/** Scopes as a bit mask, so that a request is checked by one comparison. The bits are never stored. */
export type Scopes = number

export const noScopes: Scopes = 0

export const scopesOf = (names: Iterable<Scope>): Scopes => {
  let scopes = noScopes
  for (const name of names) scopes |= 1 << everyScope.indexOf(name)
  return scopes
}

/** All default scopes, including those that later versions add. */
export const defaultScopes: Scopes = ~scopesOf(optInScopes)

export const namesOf = (scopes: Scopes): readonly Scope[] =>
  everyScope.filter((_name, bit) => (scopes & (1 << bit)) !== 0)

export const isScope = (name: string): name is Scope => Object.hasOwn(scopeCatalogue, name)

/** The 403 for a key that lacks the scope that `what` needs (RFC 6750 section 3.1). */
export const scopeRefusal = (scopes: Scopes, needed: Scope, what = 'This operation'): Refusal =>
  refusal(
    'insufficient_scope',
    `${what} needs the scope ${needed}, which this API key does not have; it has ${namesOf(scopes).join(', ') || 'none'}. Use another key, or ask the operator to give this one the scope.`,
    { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${needed}"` },
  )
