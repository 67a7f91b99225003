import type { BoundOperation } from '../kit/bound-operation.ts'
import { allowedMethods } from '../kit/operation.ts'

/** The route of a path, and its parameters, decoded and in order. */
export type Match<T> = { readonly route: T; readonly params: readonly string[] }

/** A node of the trie: the paths that share a prefix. */
type Node<T> = {
  /** Literal segments that may follow. They are few, so they are compared one by one. */
  readonly fixed: Array<{ readonly segment: string; readonly node: Node<T> }>
  parameter: { readonly name: string; readonly node: Node<T> } | undefined
  route: T | undefined
}

/**
 * Finds a route by its path, in which any segment may be a parameter: `/a/{b}/c`. A literal segment takes precedence. A
 * percent-encoded segment is the segment it encodes (RFC 3986 section 6.2.2.2); an encoded slash stays inside it.
 * @throws Error if a path comes twice, or gives a parameter another name than an earlier path
 */
export const routerOf = <T>(routes: Iterable<readonly [path: string, route: T]>) => {
  const root = newNode<T>()
  for (const [path, route] of routes) {
    let node = root
    for (const segment of path.split('/').slice(1)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      if (name === undefined) {
        const found = node.fixed.find((each) => each.segment === segment)
        const child = found ?? { segment, node: newNode<T>() }
        if (found === undefined) node.fixed.push(child)
        node = child.node
      } else {
        node.parameter ??= { name, node: newNode<T>() }
        const other = node.parameter.name
        if (other !== name) throw new Error(`${path} calls {${other}} of another path {${name}}.`)
        node = node.parameter.node
      }
    }
    if (node.route !== undefined) throw new Error(`The path ${path} was added twice.`)
    node.route = route
  }
  return {
    /** @param path as sent, with valid percent-encoding */
    find: (path: string): Match<T> | undefined => {
      if (!path.startsWith('/')) return undefined
      const params: string[] = []
      const route = findBelow(root, path, 1, params)
      return route === undefined ? undefined : { route, params }
    },
  }
}

const newNode = <T>(): Node<T> => ({ fixed: [], parameter: undefined, route: undefined })

/** @param from the index in the path of the segment to find below the node */
const findBelow = <T>(
  node: Node<T>,
  path: string,
  from: number,
  params: string[],
): T | undefined => {
  const slash = path.indexOf('/', from)
  const isLast = slash === -1
  const end = isLast ? path.length : slash
  for (const { segment, node: child } of node.fixed) {
    if (!isSegment(path, from, end, segment)) continue
    const route = isLast ? child.route : findBelow(child, path, slash + 1, params)
    if (route !== undefined) return route
  }
  const { parameter } = node
  if (parameter === undefined || from === end) return undefined
  params.push(decode(path.slice(from, end)))
  const route = isLast ? parameter.node.route : findBelow(parameter.node, path, slash + 1, params)
  if (route === undefined) params.pop()
  return route
}

const isSegment = (path: string, from: number, end: number, segment: string): boolean =>
  (end - from === segment.length && path.startsWith(segment, from)) ||
  (path.includes('%', from) && decode(path.slice(from, end)) === segment)

const decode = (segment: string): string =>
  segment.includes('%') ? decodeURIComponent(segment) : segment

export type PathEntry = {
  /** The value of `Allow`: the methods of the operations that are not removed yet. */
  readonly allow: () => string
  /** The media types of its PATCH, for `Accept-Patch` (RFC 5789, 3.1). */
  readonly acceptPatch: string | undefined
  /** By method. HEAD has the operation of GET. */
  readonly operations: ReadonlyMap<string, BoundOperation>
}

/** Throws if the router cannot tell two paths apart. */
export const routeOperations = (operations: readonly BoundOperation[]) => {
  const byPath = Map.groupBy(operations, ({ operation }) => operation.path)
  const routes = [...byPath].map(([path, taking]): readonly [string, PathEntry] => {
    const byMethod = new Map(taking.map((bound) => [bound.operation.method as string, bound]))
    const get = byMethod.get('GET')
    if (get !== undefined) byMethod.set('HEAD', get)
    const present = () => taking.filter((bound) => !bound.removed())
    const entry = {
      allow: () => allowedMethods(present().map(({ operation }) => operation)),
      acceptPatch: byMethod.get('PATCH')?.operation.body?.mediaTypes.join(', '),
      operations: byMethod,
    }
    return [`/v1${path}`, entry]
  })
  return routerOf(routes)
}
