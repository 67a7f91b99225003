import { signal } from './signal.ts'

/** The part of the URL after `#`: the place in the console. It is never sent to a server. */
export type Route = {
  /** The segments between the slashes: `['animals', '17']` for `#/animals/17`. */
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

/** Parses a route from the hash of a URL. Malformed escapes stay as they are. */
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

/** The current route. */
export const route = signal<Route>({ path: [], query: {} })

/** Follows changes of the URL from now on. */
export const followAddress = (): void => {
  const read = (): void => {
    route.value = readRoute(location.hash)
  }
  addEventListener('hashchange', read)
  read()
}

/** Goes to a route. `replace` adds no entry to the browser history. */
export const go = (href: string, { replace = false } = {}): void => {
  if (replace) location.replace(href)
  else location.assign(href)
}
