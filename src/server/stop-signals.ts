import type { Observe } from '../base/observation.ts'

/** Ignores SIGUSR1, which would open Node's debugger: that runs any code it is sent. */
export const refuseDebugger = (observe: Observe): void => {
  const explanation = 'The service opens no debugger.'
  process.on('SIGUSR1', (signal) => observe({ kind: 'signal_ignored', signal, explanation }))
}

/** Milliseconds in which a second SIGINT is an echo: Ctrl-C reaches npm and its child at once, and npm passes its own on. */
const echo = 100

/** Resolves with the first signal to stop; a later one ends the process at once, as nothing listens any more. */
export const firstStopSignal = async (
  process: NodeJS.EventEmitter = globalThis.process,
): Promise<NodeJS.Signals> => {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  const ignoreNoEcho = (): unknown => process.off('SIGINT', stop)
  const stop = (signal: NodeJS.Signals): void => {
    resolve(signal)
    process.off('SIGTERM', stop)
    if (signal === 'SIGINT') setTimeout(ignoreNoEcho, echo).unref()
    else ignoreNoEcho()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return await promise
}
