import type { ObserveRequest } from '../../../base/observation.ts'
import type { RequestSum } from './request-history.ts'

/** How many sums one thread holds. A sum takes some hundred bytes. */
const maxHeldSums = 20_000

type Sum = { -readonly [Field in keyof RequestSum]: RequestSum[Field] }

/** Adds up the requests of one thread until they are saved. Beyond `maxHeldSums`, those of a new kind are counted as lost. */
export class RequestSums {
  #held: Sum[] = []
  /** The sums by owner; each owner has few. */
  #byOwner = new Map<string, Sum[]>()
  #latest: Sum | undefined
  #lost = 0

  readonly note: ObserveRequest = (request) => {
    const { ownerId } = request
    if (ownerId === undefined) return
    const latest = this.#latest
    if (latest !== undefined && latest.ownerId === ownerId && isAlike(latest, request)) {
      latest.count += 1
      return
    }
    this.#add(ownerId, request, request.deprecated, 1)
  }

  take(): { readonly sums: readonly RequestSum[]; readonly lost: number } {
    const taken = { sums: this.#held, lost: this.#lost }
    this.#held = []
    this.#byOwner = new Map()
    this.#latest = undefined
    this.#lost = 0
    return taken
  }

  giveBack(sums: readonly RequestSum[]): void {
    for (const sum of sums) this.#add(sum.ownerId, sum, sum.isDeprecated, sum.count)
  }

  #add(ownerId: string, kind: Kind, isDeprecated: boolean, count: number): void {
    let ofOwner = this.#byOwner.get(ownerId)
    let sum = ofOwner?.find((each) => isAlike(each, kind))
    if (sum === undefined) {
      if (this.#held.length >= maxHeldSums) {
        this.#lost += count
        return
      }
      const { minute, operation, status, code, window } = kind
      sum = { ownerId, minute, operation, status, code, window, isDeprecated, count: 0 }
      this.#held.push(sum)
      if (ofOwner === undefined) this.#byOwner.set(ownerId, (ofOwner = []))
      ofOwner.push(sum)
    }
    sum.count += count
    this.#latest = sum
  }
}

type Kind = Pick<RequestSum, 'minute' | 'operation' | 'status' | 'code' | 'window'>

const isAlike = (one: Kind, other: Kind): boolean =>
  one.minute === other.minute &&
  one.operation === other.operation &&
  one.status === other.status &&
  one.code === other.code &&
  one.window === other.window
