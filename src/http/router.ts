/** A path found: what the router holds for it, and the parameter that its last segment is. */
export type Match<T> = { readonly route: T; readonly parameter: string }

/**
 * Finds a route by its path. Paths are few and fixed, but for a parameter that may stand in place of the last
 * segment, as in `/v1/pets/{petId}`. A percent-encoded segment is the segment it encodes (RFC 3986
 * section 6.2.2.2); an encoded slash stays inside its segment.
 */
export class Router<T> {
  readonly #fixed = new Map<string, T>()
  readonly #parameterised = new Map<string, T>()

  /** @param path as OpenAPI writes it */
  add(path: string, route: T): void {
    const brace = path.indexOf('{')
    if (brace === -1) this.#fixed.set(path, route)
    else this.#parameterised.set(path.slice(0, brace), route)
  }

  /** @param path as sent, with percent-encoding that can be undone */
  find(path: string): Match<T> | undefined {
    const fixed = this.#fixed.get(path)
    if (fixed !== undefined) return { route: fixed, parameter: '' }
    const lastSlash = path.lastIndexOf('/') + 1
    const route = this.#parameterised.get(path.slice(0, lastSlash))
    if (route !== undefined && lastSlash < path.length) {
      return { route, parameter: decode(path.slice(lastSlash)) }
    }
    return path.includes('%') ? this.#findEncoded(path) : undefined
  }

  #findEncoded(path: string): Match<T> | undefined {
    const segments = path.split('/').map(decode)
    const parameter = segments.pop() ?? ''
    // A slash that was encoded is part of its segment, and no fixed segment has one.
    if (segments.some(hasSlash)) return undefined
    const before = `${segments.join('/')}/`
    const fixed = hasSlash(parameter) ? undefined : this.#fixed.get(before + parameter)
    const route = fixed ?? this.#parameterised.get(before)
    return route === undefined || parameter === '' ? undefined : { route, parameter }
  }
}

const hasSlash = (segment: string): boolean => segment.includes('/')

const decode = (segment: string): string =>
  segment.includes('%') ? decodeURIComponent(segment) : segment
