import { type Answer, errorOf } from '../helpers/http.ts'

/** Counts answers by operation, status and code. */
export class Tally {
  readonly #counts = new Map<string, number>()
  #cases = 0
  #serverErrors = 0

  add(operationId: string, answer: Answer): void {
    const { status, method } = answer
    const code = status >= 400 && method !== 'HEAD' ? ` ${errorOf(answer).code}` : ''
    const name = `${operationId} ${status}${code}`
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    this.#cases += 1
    if (status >= 500) this.#serverErrors += 1
  }

  get cases(): number {
    return this.#cases
  }

  get serverErrors(): number {
    return this.#serverErrors
  }

  /** A line for each kind of answer, and their sum. */
  lines(): readonly string[] {
    const sorted = [...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return [
      ...sorted.map(([name, count]) => `${String(count).padStart(8)}  ${name}`),
      `${String(this.#cases).padStart(8)}  cases, ${this.#serverErrors} of them answered 5xx`,
    ]
  }
}
