import type { BoundOperation } from '../kit/bound-operation.ts'
import { allowedMethods } from '../kit/operation.ts'
import { Router } from './router.ts'

/** One path of the interface, with its methods. */
export type PathEntry = {
  /** The value of `Allow`: the methods of the operations that are not removed yet. */
  readonly allow: () => string
  /** The media types of its PATCH, for `Accept-Patch` (RFC 5789, 3.1). */
  readonly acceptPatch: string | undefined
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
    const operationsOfPath = byMethod(taking)
    router.add(`/v1${path}`, {
      allow: () =>
        allowedMethods(
          taking.filter((bound) => !bound.isRemoved).map(({ operation }) => operation),
        ),
      acceptPatch: operationsOfPath.get('PATCH')?.operation.body?.mediaTypes.join(', '),
      operations: operationsOfPath,
    })
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
