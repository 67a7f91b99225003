/** The time and randomness that the client uses; tests replace them. */
export type World = {
  /** Monotonic time in milliseconds, from an arbitrary zero. */
  readonly now: () => number
  /** From 0 up to, but not including, 1. */
  readonly random: () => number
  /** Waits, in milliseconds. @throws the signal's reason once it aborts */
  readonly wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
}

/** The runtime's own clock, randomness and timers. */
export const realWorld: World = {
  now: () => performance.now(),
  random: Math.random,
  wait: async (milliseconds, signal) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      await abortable(
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, milliseconds)
        }),
        signal,
      )
    } finally {
      clearTimeout(timer)
    }
  },
}

/**
 * Settles as the promise does, or rejects with the signal's reason as soon as it aborts. The
 * listener is removed when the promise settles, because one signal may outlive a million promises.
 */
export const abortable = async <T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> => {
  if (signal === undefined) return await promise
  let onAbort: (() => void) | undefined
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_resolve, reject) => {
        onAbort = () => reject(signal.reason)
        if (signal.aborted) onAbort()
        else signal.addEventListener('abort', onAbort)
      }),
    ])
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort)
  }
}
