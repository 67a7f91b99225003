import type { BoundOperation } from '../api/bound-operation.ts'
import { allowedMethods } from '../api/operation.ts'
import { Router } from './router.ts'

/** One path of the interface, with its methods. */
export type PathEntry = {
  /** As the `Allow` header lists it. */
  readonly allow: string
  /** The same, without the deprecated methods: it is valid once they are gone. */
  readonly lasting: string
  /** By method. HEAD has the operation of GET. */
  readonly operations: ReadonlyMap<string, BoundOperation>
}

/**
 * The paths of the operations, under `/v1`.
 *
 * @throws Error if two operations have one id, or one method and path, or the router cannot tell paths apart
 */
export const routeOperations = (operations: readonly BoundOperation[]): Router<PathEntry> => {
  refuseTwins(operations)
  const router = new Router<PathEntry>()
  const byPath = Map.groupBy(operations, ({ operation }) => operation.path)
  for (const [path, taking] of byPath) {
    const all = taking.map(({ operation }) => operation)
    const lasting = allowedMethods(all.filter(({ deprecation }) => deprecation === undefined))
    router.add(`/v1${path}`, { allow: allowedMethods(all), lasting, operations: byMethod(taking) })
  }
  return router
}

const refuseTwins = (operations: readonly BoundOperation[]): void => {
  const seen = new Set<string>()
  for (const { operation } of operations) {
    const { id, method, path } = operation
    for (const name of [id, `${method} ${path}`]) {
      if (seen.has(name)) throw new Error(`There are two operations ${name}.`)
      seen.add(name)
    }
  }
}

const byMethod = (taking: readonly BoundOperation[]): PathEntry['operations'] => {
  const operations = new Map(taking.map((bound) => [bound.operation.method as string, bound]))
  const get = operations.get('GET')
  return get === undefined ? operations : operations.set('HEAD', get)
}
