import type { ComponentType } from 'preact'
import type * as allScreens from './all-screens.ts'
import type { IconName } from './parts/icon-names.ts'
import { lazy } from './parts/states.tsx'
import type { Scope } from './session/session.ts'

/** A screen of the console: one folder, and one line in the list below. */
export type ScreenEntry = {
  readonly word: string
  /** The first part of its routes. */
  readonly path: string
  readonly icon: IconName
  /** The second key of its shortcut, after G. */
  readonly key: string
  /** Who uses it: the people of the store, or those who connect programs to it. */
  readonly group: 'Store' | 'Connections'
  /** It is for keys that may do one of these; for any key if there is none. */
  readonly scopes: readonly Scope[]
  /** The code of all screens is loaded when somebody goes to the first one. */
  readonly Screen: ComponentType
}

/** Its word gives a screen its address, its picture and, by the first letter, its shortcut. */
const entry = (
  word: keyof typeof allScreens,
  group: ScreenEntry['group'],
  scopes: readonly Scope[],
): ScreenEntry => {
  const path = word.toLowerCase() as Lowercase<typeof word>
  const Screen = lazy(async () => (await import('./all-screens.ts'))[word])
  return { word, path, icon: path, key: path.charAt(0), group, scopes, Screen }
}

/** The screens in the order of the navigation. Whoever signs in starts at the first that the key may see. */
export const screens: readonly ScreenEntry[] = [
  // A key that may only add animals sees the form.
  entry('Animals', 'Store', ['pets:read', 'pets:write']),
  entry('Orders', 'Store', ['orders:read']),
  entry('Categories', 'Store', ['pets:read']),
  entry('Events', 'Connections', ['events:read']),
  entry('Webhooks', 'Connections', ['webhooks:write']),
  entry('Usage', 'Connections', []),
]
