import type { TObject } from 'typebox'
import type { Contents } from '../base/data/contents.ts'
import type { InternalRows, Store } from '../base/data/store.ts'
import type { Deadline } from '../base/data/deadline.ts'
import type { Sweep } from '../base/data/sweep.ts'
import type { Definition, Operation } from './operation.ts'

/** A message that the service sends to clients with POST. The `type` of its schema is one of some choices. */
export type Message = {
  readonly schema: TObject
  readonly headers: TObject
  /** What each answer means, by its status (or `2XX`, or `default`). */
  readonly answers: Readonly<Record<string, string>>
}

/**
 * Files outside `/v1` that anybody may read who has the address, without a key or a quota. What an address shows never
 * changes, but may end.
 */
export type PublicFiles = {
  /** As the path of an operation: `/covers/{token}/{size}`. */
  readonly path: string
  readonly find: (
    params: readonly string[],
    ports: { readonly store: Store; readonly whole: InternalRows },
  ) => Promise<{ readonly type: string; readonly bytes: Uint8Array } | undefined>
}

/** One resource of the interface: everything that the generic code needs to know about it. */
export type Resource = Partial<Contents> & {
  /** Its tag in the OpenAPI document. */
  readonly name: string
  readonly description: string
  /** In the order of the documentation. */
  readonly operations: readonly Operation[]
  readonly files?: readonly PublicFiles[]
  readonly messages?: readonly Message[]
  readonly deadlines?: readonly Deadline[]
  readonly sweeps?: readonly Sweep[]
}

/** The interface: its name, its description, its resources. */
export type ApiDescription = {
  readonly title: string
  readonly summary: string
  /** The headline of the reference page, and the sentence below it. */
  readonly headline: string
  readonly lead: string
  /** What the interface is about, in the plural. */
  readonly things: string
  /** The sample data of a new staging store. */
  readonly samples: string
  readonly resources: readonly Resource[]
}

/** Defines a resource. The id of an operation is the name under which it is listed. */
export const defineResource = ({
  operations,
  ...resource
}: Omit<Resource, 'operations'> & {
  readonly operations: Readonly<Record<string, Definition>>
}): Resource => ({
  ...resource,
  operations: Object.entries(operations).map(([id, operation]) => ({ id, ...operation })),
})

export const operationsOf = ({
  resources,
}: Pick<ApiDescription, 'resources'>): readonly Operation[] =>
  resources.flatMap(({ operations }) => operations)
