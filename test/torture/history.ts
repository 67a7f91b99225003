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
    // All operations of an object are of the types of its model.
    const begin = (): Checked => ({ model: model as Checked['model'], operations: [] })
    this.#objects.getOrInsertComputed(key, begin).operations.push(operation)
  }

  /**
   * Checks each object by its model. `refuted` are those whose histories are not linearizable, each with the operation that
   * cannot be; `undecided` counts those with too many possible orders.
   */
  check() {
    const refuted: string[] = []
    let undecided = 0
    for (const [key, { model, operations }] of this.#objects) {
      const verdict = checkHistory(model, operations)
      if (verdict.outcome === 'undecided') undecided += 1
      else if (verdict.outcome === 'refuted') {
        refuted.push(
          `${key}: ${JSON.stringify(verdict.at)} cannot be, after ${JSON.stringify(verdict.states.slice(0, 5))}`,
        )
      }
    }
    return { objects: this.#objects.size, refuted, undecided }
  }
}
