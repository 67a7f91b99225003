import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Failure, printable, type Terminal, UsageError } from '../kit/terminal.ts'

/** @throws UsageError if nobody could answer a question */
export const refuseWithoutTerminal = ({ isTerminal }: Terminal): void => {
  if (isTerminal.input === true && isTerminal.error) return
  throw new UsageError('There is no terminal to ask on; --yes deletes without a question.')
}

/** @throws Failure unless the answer is yes */
export const ask = async ({ error, input }: Terminal, question: string): Promise<void> => {
  error(`${printable(question).replaceAll('\n', ' ')} [y/N] `)
  const answer = await readLine(input)
  // Without a line there is no line break either.
  if (answer === undefined) error('\n')
  if (!/^y(?:es)?$/i.test(answer ?? '')) throw new Failure('Nothing was deleted.')
}

/** The first line of a stream, or undefined if the stream ends before. */
const readLine = async (input: Readable): Promise<string | undefined> => {
  const lines = createInterface({ input })
  try {
    for await (const line of lines) return line.trim()
    return undefined
  } finally {
    lines.close()
  }
}
