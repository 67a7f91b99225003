/** Milliseconds after the first line that is left out until the log says how many were. */
const reportDelay = 1_000

/**
 * Bounds how many ordinary lines the log has in a second (a token bucket), so that a flood fills neither the disk nor
 * the limits of journald, which would drop warnings and errors too.
 */
export class LogRate {
  readonly #rate: number
  readonly #report: (lines: number) => void
  #tokens: number
  #filledAt: number
  #suppressed = 0

  /**
   * @param rate lines a second; Infinity for no bound
   * @param at milliseconds since the Unix epoch
   * @param report gets the number of lines left out since its last call
   */
  constructor(rate: number, at: number, report: (lines: number) => void) {
    this.#rate = rate
    this.#report = report
    this.#tokens = rate
    this.#filledAt = at
  }

  /** Whether a line may be written. */
  admits(at: number): boolean {
    if (this.#rate === Number.POSITIVE_INFINITY) return true
    // The clock may have been set back.
    const elapsed = Math.max(0, at - this.#filledAt)
    this.#filledAt = at
    this.#tokens = Math.min(this.#rate, this.#tokens + (elapsed * this.#rate) / 1_000)
    if (this.#tokens >= 1) {
      this.#tokens -= 1
      return true
    }
    if (this.#suppressed === 0) setTimeout(() => this.flush(), reportDelay).unref()
    this.#suppressed += 1
    return false
  }

  /** Reports what was left out so far. */
  flush(): void {
    const lines = this.#suppressed
    this.#suppressed = 0
    if (lines > 0) this.#report(lines)
  }
}
