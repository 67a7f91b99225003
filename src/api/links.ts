import type { PetStatus } from '../pets/pet.ts'

/** The URLs that answers point to, under the base address of an environment. */
export class Links {
  #base: string

  /** @param base ends in `/v1`; where it is only known once the port is, `rebase` follows */
  constructor(base: string) {
    this.#base = base
  }

  rebase(base: string): void {
    this.#base = base
  }

  get base(): string {
    return this.#base
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
