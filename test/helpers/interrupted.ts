import { header } from '../../src/quotas/shared/layout.ts'

class Interruption extends Error {}

/**
 * Runs work on counters that ends after so many writes to the shared memory, as if its thread ended then. Only what is made of counters in here is interrupted; the lock is let go.
 *
 * @returns whether it was interrupted
 */
export const interruptedAfter = (writes: number, work: () => void): boolean => {
  const real = globalThis.Int32Array
  let left = writes
  const cut = (view: Int32Array): Int32Array =>
    new Proxy(view, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
      set: (target, name, value) => {
        if (left === 0) throw new Interruption()
        left -= 1
        return Reflect.set(target, name, value)
      },
    })
  globalThis.Int32Array = new Proxy(real, {
    construct: (target, args: [SharedArrayBuffer, number, number]) => {
      const view = new target(...args)
      // The lock is in the header, and works only on the real memory.
      const isTable = args[0] instanceof SharedArrayBuffer && args[2] !== header.words
      return isTable ? cut(view) : view
    },
  })
  try {
    work()
    return false
  } catch (error) {
    if (error instanceof Interruption) return true
    throw error
  } finally {
    globalThis.Int32Array = real
  }
}
