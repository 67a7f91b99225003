import type { PetStatus } from '../pets/pet.ts'

/**
 * The base of links if no address is known that all callers can use: a reference that is relative to the URL of the
 * request, which RFC 8288 (3.1) allows in `Link` and RFC 9110 (10.2.2) in `Location`.
 */
export const relativeBase = '/v1'

/** The references to the service in its answers, under the base address of an environment. */
export class Links {
  #base: string
  #shown: string

  /**
   * @param base ends in `/v1`; where it is only known once the port is, `rebase` follows
   * @param shown the address that people are shown; another than the base if that is relative
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

  /** An absolute URL that ends in `/v1`, at which at least this machine reaches the service. */
  get shown(): string {
    return this.#shown
  }

  /** The pages of the service that lie beside `/v1`. */
  beside(path: string): string {
    return this.#base.slice(0, -'/v1'.length) + path
  }

  /** Where the animals lie; each one under its id. */
  get pets(): string {
    return `${this.#base}/pets`
  }

  /** The `Link` header of a page (RFC 8288): its first, and its next where there is one. */
  pages(limit: number, status: PetStatus | undefined, next: string | undefined): string {
    const filter = status === undefined ? '' : `&status=${status}`
    const first = `${this.#base}/pets?limit=${limit}${filter}`
    const links = `<${first}>; rel="first"`
    return next === undefined ? links : `${links}, <${first}&cursor=${next}>; rel="next"`
  }
}
