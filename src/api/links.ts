/**
 * The base of links if no address is known that all callers can use. It is relative to the URL of the request, which
 * RFC 8288 (3.1) allows in `Link` and RFC 9110 (10.2.2) in `Location`.
 */
export const relativeBase = '/v1'

/** Makes the references to the service in its answers, under the base address of an environment. */
export class Links {
  #base: string
  #shown: string

  /**
   * @param base ends in `/v1`; `rebase` replaces it once the port is known
   * @param shown the address for people; it differs from the base if that is relative
   */
  constructor(base: string, shown = base) {
    this.#base = base
    this.#shown = shown
  }

  rebase(base: string, shown = base): void {
    this.#base = base
    this.#shown = shown
  }

  get base(): string {
    return this.#base
  }

  /** An absolute URL that ends in `/v1`, and reaches the service at least from this machine. */
  get shown(): string {
    return this.#shown
  }

  /** The pages of the service that lie beside `/v1`. */
  beside(path: string): string {
    return this.#base.slice(0, -'/v1'.length) + path
  }
}

/** The path of an operation with its parameters filled in. */
export const filledPath = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
