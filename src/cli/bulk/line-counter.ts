const lineFeed = 0x0a

/** Counts the lines of a file while another reader takes its bytes. A line ends with LF or CR LF. */
export class LineCounter {
  /** Chunks that the reader has got and that are not counted to their end. */
  readonly #held: Buffer[] = []
  /** The place of the first held chunk in the file, in bytes. */
  #start = 0
  /** How many bytes of the first held chunk are counted. */
  #counted = 0
  #line = 1

  /** Passes the chunks on. It holds each one until it is counted. */
  async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#held.push(chunk)
      yield chunk
    }
  }

  /**
   * The line that holds a byte, from 1 on. A line feed belongs to the line that it ends.
   *
   * @param place bytes from the start of the file; no less than in the call before, and passed on already
   */
  lineOf(place: number): number {
    for (;;) {
      const [chunk] = this.#held
      if (chunk === undefined) return this.#line
      const end = Math.min(place - this.#start, chunk.length)
      for (let at = this.#counted; at < end; at += 1) if (chunk[at] === lineFeed) this.#line += 1
      this.#counted = Math.max(this.#counted, end)
      if (this.#counted < chunk.length) return this.#line
      this.#held.shift()
      this.#start += chunk.length
      this.#counted = 0
    }
  }
}
