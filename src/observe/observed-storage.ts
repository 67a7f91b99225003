import { performance } from 'node:perf_hooks'
import type { Observe } from '../base/observation.ts'
import type { Storage } from '../store/port.ts'

type Method = (...args: readonly unknown[]) => unknown

/** Wraps a store to observe the duration and failure of each call: every method of every part, so a new one is observed too. */
export const observedStorage = <S extends Storage>(storage: S, observe: Observe): S =>
  // It has every member of the store; methods are wrapped.
  timed(storage, '', observe) as S

/** Wraps counters to observe each call like one of the store, for example as `counters.spend`. */
export const observedCounters = <C extends object>(counters: C, observe: Observe): C =>
  // It has every member of the counters; methods are wrapped.
  timed(counters, 'counters.', observe) as C

const timed = (part: object, prefix: string, observe: Observe): object =>
  Object.fromEntries(
    memberNames(part).map((name) => {
      const member: unknown = Reflect.get(part, name)
      if (typeof member === 'function') {
        return [name, timedMethod(`${prefix}${name}`, member.bind(part) as Method, observe)]
      }
      return [name, prefix === '' && isPart(member) ? timed(member, `${name}.`, observe) : member]
    }),
  )

/** Whether a member is a part of the store: an object with methods. The secret is bytes, not a part. */
const isPart = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)

/** Returns the names of an object's members, including those that an instance has from its class. */
const memberNames = (part: object): readonly string[] => {
  const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(part) ?? {})
  return [...inherited.filter((name) => !(name in Object.prototype)), ...Object.keys(part)]
}

const timedMethod = (operation: string, method: Method, observe: Observe): Method => {
  const report = (start: number, failed: boolean): void => {
    observe({ kind: 'storage', operation, milliseconds: performance.now() - start, failed })
  }
  return (...args) => {
    const start = performance.now()
    try {
      const result = method(...args)
      if (!(result instanceof Promise)) report(start, false)
      // Observed separately, so that the caller need not wait for it.
      else
        result.then(
          () => report(start, false),
          () => report(start, true),
        )
      return result
    } catch (error) {
      report(start, true)
      throw error
    }
  }
}
