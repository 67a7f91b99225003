import { fstatSync, statSync } from 'node:fs'
import { devNull } from 'node:os'

/** Errors of the streams that somebody was told of already. */
const told = new WeakSet<Error>()

/**
 * Lets whoever reads the output go away: who reads no more has seen enough, and that is no reason to end. All else
 * that a standard stream fails with ends the process. To be called once, before anything is printed.
 */
export const watchStandardStreams = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && !told.has(error)) throw error
    })
  }
}

const standardOutput = 1

/**
 * Prints on standard output what is told this once. Resolves when the system has taken it.
 *
 * @throws Error if nobody can have read it: the reader has gone, or the output leads nowhere
 */
export const handOver = async (text: string): Promise<void> => {
  if (leadsNowhere(standardOutput)) throw new Error('standard output is closed or thrown away')
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error === null || error === undefined) {
        resolve()
        return
      }
      told.add(error)
      reject(error)
    })
  })
}

/** Whether what is written goes to the device that throws it away. Node opens it if the output is closed. */
const leadsNowhere = (descriptor: number): boolean => {
  const facts = fstatSync(descriptor)
  return facts.isCharacterDevice() && facts.rdev === statSync(devNull).rdev
}
