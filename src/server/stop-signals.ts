import type { Observe } from '../base/observation.ts'

/** Ignores SIGUSR1, which would open Node's debugger. The debugger runs any code sent to it. */
export const refuseDebugger = (observe: Observe): void => {
  const explanation = 'The service opens no debugger.'
  process.on('SIGUSR1', (signal) => observe({ kind: 'signal_ignored', signal, explanation }))
}

/** Milliseconds within which a second SIGINT is a duplicate: Ctrl-C reaches npm and its child, and npm forwards its own. */
const echo = 100

/** Resolves with the first signal to stop. A later one ends the process at once, as no handler is left. */
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
