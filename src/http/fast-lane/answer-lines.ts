import { STATUS_CODES } from 'node:http'

const statusLines: string[] = []

/** The first line of an answer. */
export const statusLine = (status: number): string =>
  (statusLines[status] ??= `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`)

/** The lines that Node's server ends the headers of each answer with, made anew once a second. */
export class LastLines {
  readonly #keepAlive: string
  #second = Number.NaN
  #keep = ''
  #close = ''

  /** @param keepAliveTimeout milliseconds */
  constructor(keepAliveTimeout: number) {
    const seconds = Math.floor(keepAliveTimeout / 1_000)
    this.#keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`
  }

  /**
   * @param now milliseconds since the Unix epoch
   * @param isLast whether the connection is closed behind the answer
   */
  at(now: number, isLast: boolean): string {
    const second = Math.floor(now / 1_000)
    if (second !== this.#second) {
      this.#second = second
      const date = `Date: ${new Date(now).toUTCString()}\r\n`
      this.#keep = date + this.#keepAlive
      this.#close = `${date}Connection: close\r\n\r\n`
    }
    return isLast ? this.#close : this.#keep
  }
}
