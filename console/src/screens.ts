import type { ComponentType } from 'preact'
import type { IconName } from './parts/icons.tsx'
import { lazy } from './parts/lazy.tsx'
import type { Scope } from './session/session.ts'

/** A screen of the console: one folder, and one line in the list below. */
export type ScreenEntry = {
  /** The first part of its routes. */
  readonly path: string
  readonly word: string
  readonly icon: IconName
  /** What a key must be allowed to see it. */
  readonly scope: Scope
  /** The second key of its shortcut, after G. */
  readonly key: string
  /** Its code is loaded when somebody goes there first. */
  readonly Screen: ComponentType
}

/** The screens in the order of the navigation. Whoever signs in starts at the first that the key may see. */
export const screens: readonly ScreenEntry[] = [
  {
    path: 'animals',
    word: 'Animals',
    icon: 'animals',
    scope: 'pets:read',
    key: 'a',
    Screen: lazy(async () => (await import('./animals/screen.tsx')).Screen),
  },
  {
    path: 'orders',
    word: 'Orders',
    icon: 'orders',
    scope: 'orders:read',
    key: 'o',
    Screen: lazy(async () => (await import('./orders/screen.tsx')).Screen),
  },
  {
    path: 'categories',
    word: 'Categories',
    icon: 'categories',
    scope: 'pets:read',
    key: 'c',
    Screen: lazy(async () => (await import('./categories/screen.tsx')).Screen),
  },
]
