import { checkHistory, type Model, type Operation } from './linearizability.ts'

type Checked = {
  readonly model: Model<unknown, unknown, unknown>
  readonly operations: Array<Operation<unknown, unknown>>
}

/** What callers asked and were answered, by the object that it was about. */
export class History {
  readonly #objects = new Map<string, Checked>()

  /**
   * Records an operation from its call to its answer.
   *
   * @param id tells its object from all others of the model
   * @param output what the model sees of the answer; undefined if the operation was certainly not done, or only read
   */
  async record<State, Input, Output, Answer>(
    model: Model<State, Input, Output>,
    id: string,
    input: Input,
    act: () => Promise<Answer>,
    output: (answer: Answer) => Output | undefined,
  ): Promise<Answer> {
    const start = performance.now()
    const answer = await act()
    const shown = output(answer)
    if (shown !== undefined) {
      this.add(model, id, { input, output: shown, start, end: performance.now() })
    }
    return answer
  }

  add<State, Input, Output>(
    model: Model<State, Input, Output>,
    id: string,
    operation: Operation<Input, Output>,
  ): void {
    const key = `${model.name} ${id}`
    let object = this.#objects.get(key)
    if (object === undefined) {
      // All operations of an object are of the types of its model.
      object = { model: model as Checked['model'], operations: [] }
      this.#objects.set(key, object)
    }
    object.operations.push(operation)
  }

  /** Checks each object by its model. */
  check(): HistoryFigures {
    const figures = { operations: 0, objects: this.#objects.size, undecided: 0 }
    const refuted: string[] = []
    for (const [key, { model, operations }] of this.#objects) {
      figures.operations += operations.length
      const verdict = checkHistory(model, operations)
      if (verdict.outcome === 'undecided') figures.undecided += 1
      else if (verdict.outcome === 'refuted') {
        refuted.push(
          `${key}: ${JSON.stringify(verdict.at)} cannot be, after ${JSON.stringify(verdict.states.slice(0, 5))}`,
        )
      }
    }
    return { ...figures, refuted }
  }
}

export type HistoryFigures = {
  readonly operations: number
  readonly objects: number
  /** Objects whose histories are not linearizable, each with the operation that cannot be. */
  readonly refuted: readonly string[]
  /** Objects whose histories have too many possible orders. */
  readonly undecided: number
}
