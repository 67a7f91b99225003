import type { Subject } from '../counters.ts'

/** The names of what an environment keeps in the engine. All begin with its prefix. */
export class Names {
  /** The marks: of the store, of the data, of the keys. */
  readonly marks: string
  /** The keys whose counts may cause an alert. */
  readonly alerts: string
  /** The nodes that live, with the time at which each was last heard of. */
  readonly nodes: string
  readonly #keys: string
  readonly #addresses: string

  constructor(prefix: string) {
    this.marks = `${prefix}:marks`
    this.alerts = `${prefix}:news`
    this.nodes = `${prefix}:nodes`
    this.#keys = `${prefix}:k:`
    this.#addresses = `${prefix}:a:`
  }

  bucket({ kind, id }: Subject): string {
    return (kind === 'key' ? this.#keys : this.#addresses) + id
  }

  /** The id of the key that a bucket is of. */
  keyId(bucket: string): string {
    return bucket.slice(this.#keys.length)
  }
}
