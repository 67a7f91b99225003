import type { TObject } from 'typebox'
import type { Contents } from '../base/data/contents.ts'
import type { Deadline } from '../base/data/deadline.ts'
import type { Sweep } from '../base/data/sweep.ts'
import type { Operation } from './operation.ts'

/** A message that the service sends to clients with POST. */
export type Message = {
  /** Its `type`. */
  readonly type: string
  /** The schema of its body. */
  readonly schema: TObject
  /** Its header fields. */
  readonly headers: TObject
  /** What each answer means, by its status (or `2XX`, or `default`). */
  readonly answers: Readonly<Record<string, string>>
}

/** One resource of the interface: everything that the generic code needs to know about it. */
export type Resource = Contents & {
  /** Its tag in the OpenAPI document. */
  readonly name: string
  readonly description: string
  /** In the order of the documentation. */
  readonly operations: readonly Operation[]
  /** Messages that the service sends to clients. */
  readonly messages?: readonly Message[]
  /** Rows that expire. */
  readonly deadlines?: readonly Deadline[]
  /** Removes rows whose retention is over. */
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

/** Every operation, in the order of the documentation. */
export const operationsOf = ({
  resources,
}: Pick<ApiDescription, 'resources'>): readonly Operation[] =>
  resources.flatMap(({ operations }) => operations)
