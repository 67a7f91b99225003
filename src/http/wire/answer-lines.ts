import { http } from '../../core/node-http.ts'

const statusLines: string[] = []

/** The first line of an answer. */
export const statusLine = (status: number): string =>
  (statusLines[status] ??= `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n`)

/**
 * What the last lines of an answer say about its connection: that it is kept, that it is closed, or nothing, if the
 * answer says it itself.
 */
export type Says = 'keep' | 'close' | 'nothing'

/** The last header lines of each answer, made anew once a second. */
export class LastLines {
  readonly #keepAlive: string
  #second = Number.NaN
  #lines: Readonly<Record<Says, string>> = { keep: '', close: '', nothing: '' }

  /** @param keepAliveTimeout milliseconds */
  constructor(keepAliveTimeout: number) {
    const seconds = Math.floor(keepAliveTimeout / 1_000)
    this.#keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`
  }

  /** @param now milliseconds since the Unix epoch */
  at(now: number, says: Says): string {
    const second = Math.floor(now / 1_000)
    if (second !== this.#second) {
      this.#second = second
      const date = `Date: ${new Date(now).toUTCString()}\r\n`
      this.#lines = {
        keep: date + this.#keepAlive,
        close: `${date}Connection: close\r\n\r\n`,
        nothing: `${date}\r\n`,
      }
    }
    return this.#lines[says]
  }
}
