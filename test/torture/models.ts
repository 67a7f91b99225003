import type { Model } from './linearizability.ts'

/** The models by which histories of the service are checked, each of one object. */

/** An animal that its caller alone changes, and that others read: the JSON of it. */
export type PetInput =
  | { readonly kind: 'create' }
  | { readonly kind: 'change'; readonly status: string }
  | { readonly kind: 'read' }

export const petModel: Model<string | null, PetInput, string> = {
  name: 'animal',
  initial: null,
  isRead: ({ kind }) => kind === 'read',
  step: (state, input, output) => {
    if (input.kind === 'read') {
      const shown = state === null ? '[]' : `[${state}]`
      return output === undefined || output === shown ? [state] : []
    }
    if (output === undefined) return [state]
    if (input.kind === 'create') return state === null ? [output] : []
    if (state === null) return []
    const changed = { ...(JSON.parse(state) as object), status: input.status }
    return JSON.stringify(changed) === output ? [output] : []
  },
}

/** An animal that many order: its status, and the order that has it. */
type Hold = {
  readonly status: string
  readonly order?: string | undefined
  /** The clock may end the order at any time. */
  readonly mayExpire?: true
}
type HoldInput =
  | { readonly kind: 'place'; readonly order: string; readonly mayExpire?: true }
  | { readonly kind: 'move'; readonly order: string; readonly to: string }
  | { readonly kind: 'read' }

const free: Hold = { status: 'available' }

export const holdModel: Model<Hold, HoldInput, string> = {
  name: 'hold of an animal',
  initial: free,
  isRead: ({ kind }, output) => kind === 'read' || output === 'refused',
  step: (before, input, output) => {
    const states = before.mayExpire ? [before, free] : [before]
    return states.flatMap((state): readonly Hold[] => {
      if (input.kind === 'read') {
        return output === undefined || output === state.status ? [state] : []
      }
      const next = afterOrder(state, input)
      if (output === undefined) return next === undefined ? [state] : [state, next]
      if (output === 'refused') return next === undefined ? [state] : []
      return next === undefined ? [] : [next]
    })
  },
}

/** What an order makes of the hold; undefined if it is to be refused. */
const afterOrder = (
  state: Hold,
  input: Exclude<HoldInput, { readonly kind: 'read' }>,
): Hold | undefined => {
  if (input.kind === 'place') {
    const { order, mayExpire } = input
    return state.status === 'available'
      ? { status: 'pending', order, ...(mayExpire && { mayExpire }) }
      : undefined
  }
  if (state.order !== input.order) return undefined
  if (input.to === 'cancelled' || input.to === 'returned') return free
  return { status: input.to === 'delivered' ? 'sold' : 'pending', order: input.order }
}

/** An idempotency key: the body of the answer to its first request that was made. */
export const onceModel: Model<string | null, null, string> = {
  name: 'idempotency key',
  initial: null,
  isRead: (_input, output) => output === undefined,
  step: (state, _input, output) => {
    if (output === undefined) return [state]
    return state === null || state === output ? [output] : []
  },
}

/** What a key has used of a minute. The answer says whether a request was admitted, and how many more would be. */
type Admitted = { readonly isAdmitted: boolean; readonly remaining: number }

export const quotaModel = (limit: number): Model<number, null, Admitted> => ({
  name: `quota of ${limit}`,
  initial: 0,
  isRead: (_input, output) => output?.isAdmitted === false,
  step: (used, _input, output) => {
    if (output === undefined) return used < limit ? [used, used + 1] : [used]
    const { isAdmitted, remaining } = output
    if (isAdmitted) return used < limit && remaining === limit - used - 1 ? [used + 1] : []
    return used === limit && remaining === 0 ? [used] : []
  },
})
