import { fstatSync, statSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { codeOf } from '../base/errors/message-of.ts'

/**
 * Tolerates that the reader of the output leaves, for it has seen enough. Any other error of a standard stream ends the
 * process. Call it once, before anything is printed.
 */
export const watchStandardStreams = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (codeOf(error) !== 'EPIPE') throw error
    })
  }
}

const standardOutput = 1

/**
 * Prints what is shown only once, on standard output. Returns when the system has taken it.
 *
 * @throws Error if nobody can have read it: the reader has gone, or the output leads nowhere
 */
export const handOver = (text: string): void => {
  if (leadsNowhere(standardOutput)) throw new Error('standard output is closed or thrown away')
  writeFileSync(standardOutput, text)
}

/** Whether the output goes to the null device. Node opens that device if the output is closed. */
const leadsNowhere = (descriptor: number): boolean => {
  const facts = fstatSync(descriptor)
  return facts.isCharacterDevice() && facts.rdev === statSync(devNull).rdev
}
