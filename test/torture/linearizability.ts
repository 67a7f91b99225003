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
    .flatMap((operation, index) => [
      { index, operation, time: operation.start, isEnd: false },
      ...(operation.end === Infinity
        ? []
        : [{ index, operation, time: operation.end, isEnd: true }]),
    ])
    // What ends when another starts may have overlapped with it.
    .toSorted((one, other) => one.time - other.time || Number(one.isEnd) - Number(other.isEnd))
  const open = new Map<number, Operation<Input, Output>>()
  const openReads = new Map<number, Operation<Input, Output>>()
  /** The configuration in which the reads under way that this state allows have happened. */
  const withReads = ({ state, happened }: Configuration<State>): Configuration<State> => {
    const reads = [...openReads].filter(
      ([index, { input, output }]) =>
        !happened.includes(index) &&
        step(state, input, output).some((after) => isSame(after, state)),
    )
    return { state, happened: inOrder(happened, ...reads.map(([index]) => index)) }
  }
  let configurations: ReadonlyArray<Configuration<State>> = [{ state: initial, happened: [] }]
  for (const { index, operation, isEnd } of moments) {
    if (!isEnd) {
      open.set(index, operation)
      if (isRead(operation.input, operation.output)) openReads.set(index, operation)
      configurations = configurations.map(withReads)
      continue
    }
    const reached: Array<Configuration<State>> = []
    const seen = new Map(configurations.map((each) => [keyOf(each), each]))
    // A Map yields what is added while it is iterated.
    for (const { state, happened } of seen.values()) {
      if (happened.includes(index)) {
        reached.push({ state, happened: happened.filter((each) => each !== index) })
        continue
      }
      for (const [next, { input, output }] of open) {
        if (happened.includes(next)) continue
        for (const after of step(state, input, output)) {
          const configuration = withReads({ state: after, happened: inOrder(happened, next) })
          seen.set(keyOf(configuration), configuration)
        }
      }
      if (seen.size > maxConfigurations) return { outcome: 'undecided' }
    }
    if (reached.length === 0) {
      const states = configurations.map(({ state }) => state)
      return { outcome: 'refuted', at: operation, states }
    }
    open.delete(index)
    openReads.delete(index)
    configurations = leastOf(reached, (each) => history[each]?.end === Infinity)
  }
  return { outcome: 'linearizable' }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const inOrder = (some: readonly number[], ...more: readonly number[]): readonly number[] =>
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
