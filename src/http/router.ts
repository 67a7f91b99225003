/** A path found: what the router holds for it, and what stands in place of its parameters, decoded, in order. */
export type Match<T> = { readonly route: T; readonly params: readonly string[] }

/** One segment of the paths that begin alike. */
type Node<T> = {
  readonly fixed: Map<string, Node<T>>
  /** What follows a parameter in this place, and its name. */
  parameter: { readonly name: string; readonly node: Node<T> } | undefined
  route: T | undefined
}

/**
 * Finds a route by its path, of which any segment may be a parameter: `/a/{b}/c`. If one path has a fixed segment where
 * another has a parameter, the fixed one goes first. A percent-encoded segment is the segment it encodes (RFC 3986
 * section 6.2.2.2); an encoded slash stays inside its segment.
 */
export class Router<T> {
  readonly #root = newNode<T>()
  /** Paths without parameters, whole: most requests are for one of them. */
  readonly #whole = new Map<string, Match<T>>()

  /**
   * @param path as OpenAPI writes it
   * @throws Error if the path was added before, or names a parameter differently than an earlier path
   */
  add(path: string, route: T): void {
    let node = this.#root
    for (const segment of path.split('/').slice(1)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      node = name === undefined ? fixedChild(node, segment) : parameterChild(node, name, path)
    }
    if (node.route !== undefined) throw new Error(`The path ${path} is there twice.`)
    node.route = route
    if (!path.includes('{')) this.#whole.set(path, { route, params: [] })
  }

  /** @param path as sent, with valid percent-encoding */
  find(path: string): Match<T> | undefined {
    const whole = this.#whole.get(path)
    if (whole !== undefined || !path.startsWith('/')) return whole
    const params: string[] = []
    const route = findBelow(this.#root, path, 1, params)
    return route === undefined ? undefined : { route, params }
  }
}

const newNode = <T>(): Node<T> => ({ fixed: new Map(), parameter: undefined, route: undefined })

const fixedChild = <T>(node: Node<T>, segment: string): Node<T> => {
  const child = node.fixed.get(segment) ?? newNode<T>()
  node.fixed.set(segment, child)
  return child
}

const parameterChild = <T>(node: Node<T>, name: string, path: string): Node<T> => {
  node.parameter ??= { name, node: newNode<T>() }
  if (node.parameter.name !== name) {
    throw new Error(`${path} calls {${node.parameter.name}} of another path {${name}}.`)
  }
  return node.parameter.node
}

/** @param from the index in the path of the segment to find below the node */
const findBelow = <T>(
  node: Node<T>,
  path: string,
  from: number,
  params: string[],
): T | undefined => {
  const slash = path.indexOf('/', from)
  const isLast = slash === -1
  const segment = decode(isLast ? path.slice(from) : path.slice(from, slash))
  const fixed = node.fixed.get(segment)
  if (fixed !== undefined) {
    const route = isLast ? fixed.route : findBelow(fixed, path, slash + 1, params)
    if (route !== undefined) return route
  }
  const { parameter } = node
  if (parameter === undefined || segment === '') return undefined
  params.push(segment)
  const route = isLast ? parameter.node.route : findBelow(parameter.node, path, slash + 1, params)
  if (route === undefined) params.pop()
  return route
}

const decode = (segment: string): string =>
  segment.includes('%') ? decodeURIComponent(segment) : segment
