import { signal } from './signal.ts'

/** The part of the address behind `#`: where in the console somebody is. It never reaches a server. */
export type Route = {
  /** What stands between the slashes: `['animals', '17']` for `#/animals/17`. */
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

/** Reads a route from the hash of an address. Damaged escapes stay as they are. */
const readRoute = (hash: string): Route => {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2)
  return {
    path: path.split('/').filter((part) => part !== ''),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

/** Writes the hash of a route. A query value that is undefined or empty is left out. */
export const hrefOf = (
  path: ReadonlyArray<string | bigint>,
  query: Readonly<Record<string, string | bigint | undefined>> = {},
): string => {
  const members = Object.entries(query).map(([name, value = '']) => [name, String(value)])
  const text = new URLSearchParams(members.filter(([, value]) => value !== '')).toString()
  return `#/${path.join('/')}${text && `?${text}`}`
}

/** Where somebody is now. */
export const route = signal<Route>({ path: [], query: {} })

/** Follows the address from now on. */
export const followAddress = (): void => {
  const read = (): void => {
    route.value = readRoute(location.hash)
  }
  addEventListener('hashchange', read)
  read()
}

/** Goes to a route. `replace` leaves no step for the button "Back". */
export const go = (href: string, { replace = false } = {}): void => {
  if (replace) location.replace(href)
  else location.assign(href)
}
