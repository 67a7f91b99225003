/** Signals that ask the process to stop. */
const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * Milliseconds in which a second SIGINT is the echo of the first: Ctrl-C reaches npm and its child at
 * once, and npm hands its own on to the child.
 */
const echo = 100

/**
 * Resolves with the first signal that asks the process to stop. Any later one ends the process at once, as
 * the signal would have without anyone listening.
 */
export const firstStopSignal = async (): Promise<NodeJS.Signals> =>
  await new Promise((resolve) => {
    let first: { readonly signal: NodeJS.Signals; readonly time: number } | undefined
    const listener = (signal: NodeJS.Signals): void => {
      const time = performance.now()
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
