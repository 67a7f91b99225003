import type { Observe } from '../base/observation.ts'

const signals = ['SIGTERM', 'SIGINT'] as const

/** Ignores SIGUSR1, which would open Node's debugger: that runs any code it is sent. */
export const refuseDebugger = (
  observe: Observe,
  process: Pick<SignalledProcess, 'on'> = globalThis.process,
): void => {
  const explanation = 'The service opens no debugger.'
  process.on('SIGUSR1', (signal) => observe({ kind: 'signal_ignored', signal, explanation }))
}

/** Milliseconds in which a second SIGINT is an echo: Ctrl-C reaches npm and its child at once, and npm passes its own on. */
const echo = 100

export type SignalledProcess = {
  readonly pid: number
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown
  kill(pid: number, signal: NodeJS.Signals): unknown
}

/** Resolves with the first signal to stop; a later one ends the process at once. @param now milliseconds of a monotonic clock */
export const firstStopSignal = async (
  process: SignalledProcess = globalThis.process,
  now: () => number = () => performance.now(),
): Promise<NodeJS.Signals> =>
  await new Promise((resolve) => {
    let first: { readonly signal: NodeJS.Signals; readonly time: number } | undefined
    const listener = (signal: NodeJS.Signals): void => {
      const time = now()
      if (first === undefined) {
        first = { signal, time }
        resolve(signal)
        return
      }
      const echoed = signal === 'SIGINT' && first.signal === 'SIGINT' && time - first.time < echo
      if (echoed) return
      for (const each of signals) process.off(each, listener)
      process.kill(process.pid, signal)
    }
    for (const signal of signals) process.on(signal, listener)
  })
