import type { ComponentType } from 'preact'
import type { IconName } from './parts/icon-names.ts'
import { lazy } from './parts/states.tsx'
import type { Scope } from './session/session.ts'

/** A screen of the console: one folder, and one line in the list below. */
export type ScreenEntry = {
  /** The first part of its routes. */
  readonly path: string
  readonly word: string
  readonly icon: IconName
  /** Who uses it: the people of the store, or those who connect programs to it. */
  readonly group: 'Store' | 'Connections'
  /** It is for keys that may do one of these; for any key if there is none. */
  readonly scopes: readonly Scope[]
  /** The second key of its shortcut, after G. */
  readonly key: string
  /** Its code is loaded when somebody goes there first, with that of the others of its group. */
  readonly Screen: ComponentType
}

/** The screens in the order of the navigation. Whoever signs in starts at the first that the key may see. */
export const screens: readonly ScreenEntry[] = [
  {
    path: 'animals',
    word: 'Animals',
    icon: 'animals',
    group: 'Store',
    // A key that may only add animals sees the form.
    scopes: ['pets:read', 'pets:write'],
    key: 'a',
    Screen: lazy(async () => (await import('./store.ts')).Animals),
  },
  {
    path: 'orders',
    word: 'Orders',
    icon: 'orders',
    group: 'Store',
    scopes: ['orders:read'],
    key: 'o',
    Screen: lazy(async () => (await import('./store.ts')).Orders),
  },
  {
    path: 'categories',
    word: 'Categories',
    icon: 'categories',
    group: 'Store',
    scopes: ['pets:read'],
    key: 'c',
    Screen: lazy(async () => (await import('./store.ts')).Categories),
  },
  {
    path: 'events',
    word: 'Events',
    icon: 'events',
    group: 'Connections',
    scopes: ['events:read'],
    key: 'e',
    Screen: lazy(async () => (await import('./connections.ts')).Events),
  },
  {
    path: 'webhooks',
    word: 'Webhooks',
    icon: 'webhooks',
    group: 'Connections',
    scopes: ['webhooks:write'],
    key: 'w',
    Screen: lazy(async () => (await import('./connections.ts')).Webhooks),
  },
  {
    path: 'usage',
    word: 'Usage',
    icon: 'usage',
    group: 'Connections',
    scopes: [],
    key: 'u',
    Screen: lazy(async () => (await import('./connections.ts')).Usage),
  },
]
