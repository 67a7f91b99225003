/** A signal that aborts as soon as any of its parents does, and removes its listeners from them when closed. */
export class Scope {
  readonly #controller = new AbortController()
  readonly #parents: readonly AbortSignal[]

  constructor(parents: ReadonlyArray<AbortSignal | undefined>) {
    this.#parents = parents.filter((parent) => parent !== undefined)
    for (const parent of this.#parents) {
      if (parent.aborted) this.abort(parent.reason)
      else parent.addEventListener('abort', this.#follow)
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason)
  }

  close(): void {
    for (const parent of this.#parents) parent.removeEventListener('abort', this.#follow)
  }

  readonly #follow = (event: Event): void => {
    this.abort((event.target as AbortSignal).reason)
  }
}
