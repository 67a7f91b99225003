/**
 * A checker of linearizability: whether the operations of a history, each at one instant between its start and its end,
 * can have happened in some order that a model allows. It goes through the starts and ends in their order, and keeps every
 * configuration that is still possible: the state, and which of the operations under way have happened already (Gavin Lowe,
 * "Testing for linearizability", 2017: just-in-time linearization). An operation happens as late as possible, so only the
 * end of one makes it happen, with others before it where needed.
 */

/** One operation: what was asked, what was answered, and between which instants. */
export type Operation<Input, Output> = {
  readonly input: Input
  /** Undefined if no answer came: it may have happened at any time after its start, or not at all. */
  readonly output: Output | undefined
  readonly start: number
  /** Infinity if no answer came. */
  readonly end: number
}

/** What the object of a history does: its states are JSON values. */
export type Model<State, Input, Output> = {
  readonly name: string
  readonly initial: State
  /**
   * The states that an operation may lead to; none if it cannot have this output in this state.
   *
   * @param output undefined if no answer came: then any outcome is possible
   */
  readonly step: (state: State, input: Input, output: Output | undefined) => readonly State[]
  /**
   * Whether an operation with this output changes no state by itself. It then happens as soon as a state allows it, which
   * saves trying orders.
   */
  readonly isRead: (input: Input, output: Output | undefined) => boolean
}

export type Verdict =
  | { readonly outcome: 'linearizable' }
  /** @property at the operation whose end no configuration survived; `states` are those before it */
  | { readonly outcome: 'refuted'; readonly at: unknown; readonly states: readonly unknown[] }
  /** There were too many configurations. */
  | { readonly outcome: 'undecided' }

const maxConfigurations = 50_000

/** A state, and the operations under way that have happened: their places in the history, ascending. */
type Configuration<State> = { readonly state: State; readonly happened: readonly number[] }

/** Checks a history of one object. */
export const checkHistory = <State, Input, Output>(
  { initial, step, isRead }: Model<State, Input, Output>,
  history: ReadonlyArray<Operation<Input, Output>>,
): Verdict => {
  const moments = history
    .flatMap(({ start, end }, index) => [
      { index, time: start, isEnd: false },
      ...(end === Infinity ? [] : [{ index, time: end, isEnd: true }]),
    ])
    // What ends when another starts may have overlapped with it.
    .toSorted((one, other) => one.time - other.time || Number(one.isEnd) - Number(other.isEnd))
  const open = new Set<number>()
  const openReads = new Set<number>()
  const readAt = (index: number): boolean => {
    const operation = history[index]
    return operation !== undefined && isRead(operation.input, operation.output)
  }
  /** The configuration in which the reads under way that this state allows have happened. */
  const withReads = ({ state, happened }: Configuration<State>): Configuration<State> => {
    const reads = [...openReads].filter((index) => {
      const operation = history[index]
      return (
        operation !== undefined &&
        !happened.includes(index) &&
        step(state, operation.input, operation.output).some((after) => isSame(after, state))
      )
    })
    return reads.length === 0 ? { state, happened } : { state, happened: inOrder(happened, reads) }
  }
  let configurations: ReadonlyArray<Configuration<State>> = [{ state: initial, happened: [] }]
  for (const { index, isEnd } of moments) {
    if (!isEnd) {
      open.add(index)
      if (readAt(index)) openReads.add(index)
      configurations = configurations.map(withReads)
      continue
    }
    const reached = new Map<string, Configuration<State>>()
    const seen = new Map<string, Configuration<State>>()
    for (const configuration of configurations) seen.set(keyOf(configuration), configuration)
    // A Map yields what is added while it is iterated.
    for (const [key, { state, happened }] of seen) {
      if (happened.includes(index)) {
        reached.set(key, { state, happened })
        continue
      }
      for (const next of open) {
        if (happened.includes(next)) continue
        const operation = history[next]
        if (operation === undefined) continue
        for (const after of step(state, operation.input, operation.output)) {
          const configuration = withReads({ state: after, happened: inOrder(happened, [next]) })
          seen.set(keyOf(configuration), configuration)
        }
      }
      if (seen.size > maxConfigurations) return { outcome: 'undecided' }
    }
    if (reached.size === 0) {
      const states = configurations.map(({ state }) => state)
      return { outcome: 'refuted', at: history[index], states }
    }
    open.delete(index)
    openReads.delete(index)
    const without = [...reached.values()].map(({ state, happened }) => ({
      state,
      happened: happened.filter((each) => each !== index),
    }))
    configurations = leastOf(without, (each) => history[each]?.end === Infinity)
  }
  return { outcome: 'linearizable' }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const inOrder = (some: readonly number[], more: readonly number[]): readonly number[] =>
  [...some, ...more].toSorted((one, other) => one - other)

const keyOf = ({ state, happened }: Configuration<unknown>): string =>
  `${JSON.stringify(state)} ${happened.join(' ')}`

/**
 * Leaves out what another configuration allows too: one with the same state, in which less has happened of what has no
 * answer. That may still happen later, or never.
 */
const leastOf = <State>(
  configurations: ReadonlyArray<Configuration<State>>,
  isOptional: (index: number) => boolean,
): ReadonlyArray<Configuration<State>> => {
  const alike = Map.groupBy(configurations, ({ state, happened }) =>
    keyOf({ state, happened: happened.filter((index) => !isOptional(index)) }),
  )
  return [...alike.values()].flatMap((same) => {
    const least: Array<Configuration<State>> = []
    for (const each of same.toSorted((one, other) => one.happened.length - other.happened.length)) {
      const { happened } = each
      if (!least.some((other) => other.happened.every((index) => happened.includes(index)))) {
        least.push(each)
      }
    }
    return least
  })
}
