import type { ComponentType } from 'preact'
import { t } from './core/language.ts'
import { later } from './parts/later.tsx'
import { Screen as Orders } from './orders/screen.tsx'
import { Animals } from './animals.tsx'
import { Screen as Categories } from './categories/screen.tsx'
import { Screen as Today } from './today/screen.tsx'
import { Screen as Events } from './events/screen.tsx'
import type { IconName } from './parts/icon-names.ts'
import type { Scope } from './session/session.ts'

const People = later(async () => (await import('./seldom.tsx')).People)
const Usage = later(async () => (await import('./seldom.tsx')).Usage)
const Statistics = later(async () => (await import('./seldom.tsx')).Statistics)
const Team = later(async () => (await import('./seldom.tsx')).Team)
const Webhooks = later(async () => (await import('./webhooks/screen.tsx')).Screen)

/** A screen of the console. Each has one folder, and one line in the list below. */
export type ScreenEntry = {
  readonly word: string
  /** The first part of its routes. */
  readonly path: string
  readonly icon: IconName
  /** The second key of its shortcut, after G. */
  readonly key: string
  /** Who uses it: the people of the store, those who lead it, or those who connect programs to it. */
  readonly group: 'Store' | 'Manage' | 'For developers'
  /** A key needs one of these scopes to see the screen; if the list is empty, any key sees it. */
  readonly scopes: readonly Scope[]
  readonly Screen: ComponentType
}

/** Makes an entry. The path also gives the icon and, by its first letter, the shortcut. */
const entry = (
  path: IconName,
  word: string,
  group: ScreenEntry['group'],
  scopes: readonly Scope[],
  Screen: ComponentType,
): ScreenEntry => ({ word, path, icon: path, key: path.charAt(0), group, scopes, Screen })

/** The screens in the order of the navigation. After signing in, people start at the first screen that the key may see. */
export const screens: readonly ScreenEntry[] = [
  entry('today', t('Today'), 'Store', ['orders:read'], Today),
  // A key that may only add animals sees the form.
  entry('animals', t('Animals'), 'Store', ['pets:read', 'pets:write'], Animals),
  entry('orders', t('Orders'), 'Store', ['orders:read'], Orders),
  entry('people', t('People'), 'Store', ['contacts:read'], People),
  entry('categories', t('Categories'), 'Manage', ['pets:read'], Categories),
  entry('statistics', t('Statistics'), 'Manage', ['pets:read'], Statistics),
  { ...entry('team', t('Team'), 'Manage', ['keys:manage'], Team), key: 'm' },
  entry('events', t('Events'), 'For developers', ['events:read'], Events),
  entry('webhooks', t('Webhooks'), 'For developers', ['webhooks:write'], Webhooks),
  entry('usage', t('Usage'), 'For developers', [], Usage),
]
