import { t } from '../core/language.ts'
import { type Scope, may } from '../session/session.ts'

const reader: readonly Scope[] = ['pets:read', 'orders:read', 'events:read', 'notes:read']

const desk: readonly Scope[] = [
  ...reader,
  'pets:write',
  'orders:write',
  'orders:manage',
  'contacts:read',
  'contacts:write',
  'notes:write',
]

/** What each colleague does, and the scopes for it. */
export const roles = {
  desk: {
    word: t('Front desk'),
    hint: t('Adds and changes animals, holds them for people, and hands them over.'),
    scopes: desk,
  },
  manager: {
    word: t('Manager'),
    hint: t('What the front desk does, and categories and the team.'),
    scopes: [...desk, 'categories:write', 'keys:manage'],
  },
  reader: {
    word: t('Reader'),
    hint: t('Sees animals, orders, events and notes, and no people. Changes nothing.'),
    scopes: reader,
  },
} as const satisfies Readonly<
  Record<string, { word: string; hint: string; scopes: readonly Scope[] }>
>

export type Role = keyof typeof roles

export const roleNames = Object.keys(roles) as readonly Role[]

/** The scopes of a role that the current key can grant. */
export const scopesOf = (role: Role): readonly Scope[] => roles[role].scopes.filter(may)

/** The scopes of a role that the current key cannot grant. */
export const lackingOf = (role: Role): readonly Scope[] =>
  roles[role].scopes.filter((scope) => !may(scope))

/** The role that has exactly these scopes, if one does. */
export const roleOf = (scopes: readonly Scope[]): Role | undefined =>
  roleNames.find((role) => {
    const its = scopesOf(role)
    return its.length === scopes.length && its.every((scope) => scopes.includes(scope))
  })
