import { performance } from 'node:perf_hooks'
import type { Observe } from '../base/observation.ts'
import type { Storage } from '../store/port.ts'

type Method = (...args: readonly unknown[]) => unknown

/** A store that observes the duration and failure of each call. It wraps every method of every part, so a new one is observed too. */
export const observedStorage = <S extends Storage>(storage: S, observe: Observe): S =>
  // It has every member of the store; methods are wrapped.
  timed(storage, '', observe) as S

/** Counters that observe each call like one of the store, as `counters.spend`. */
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

/** A part of the port is an object with methods; the secret is bytes, and no part. */
const isPart = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)

/** The names of an object literal's members, or of those that an instance has from its class. */
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
      // Beside the caller, who need not wait for it.
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
