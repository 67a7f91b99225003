import type { ChildProcess } from 'node:child_process'
import { type Refusal, refusal, serviceUnavailable } from '../base/errors/api-error.ts'
import type { ImageJob, MadeImage } from '../base/images.ts'

type Made = readonly MadeImage[] | Refusal

/** Maximum time for a picture, in milliseconds. */
const timeout = 30_000

export type ImageProcesses = ReturnType<typeof imageProcesses>

/**
 * Decodes pictures one after the other, each in a separate process, which confines a crash or a hang of the decoder.
 * @param library the package that decodes
 */
export const imageProcesses = (library = 'sharp') => {
  const closing = new AbortController()
  let last: Promise<unknown> = Promise.resolve()

  const run = (job: ImageJob): Promise<Made> => {
    // Loaded with the first picture.
    const { fork } = process.getBuiltinModule('node:child_process')
    const { promise, resolve, reject } = Promise.withResolvers<Made>()
    const failed = (): void => reject(serviceUnavailable())
    let child: ChildProcess
    try {
      child = fork(new URL('./main.ts', import.meta.url), [library], {
        // The process needs none of the service's variables.
        env: {},
        execArgv: ['--max-old-space-size=64'],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        timeout,
        killSignal: 'SIGKILL',
        signal: closing.signal,
      })
    } catch {
      // Too many open files or processes, or too little memory.
      failed()
      return promise
    }
    child.once('message', resolve)
    child.on('error', failed)
    child.once('exit', (_status, signal) => {
      // A signal ends the process if the picture crashes the decoder, or takes too long or too much memory.
      if (signal !== null) resolve(refusal('invalid_image', 'The picture cannot be decoded.'))
      else failed()
    })
    child.send(job, (error) => error && failed())
    return promise
  }

  return {
    /** @throws ApiError 503 if a process cannot be started now, or ends without an answer */
    make: async (job: ImageJob): Promise<Made> => {
      const made = last.then(() => run(job))
      last = made.catch(() => {})
      return await made
    },
    close: (): void => closing.abort(),
  }
}
