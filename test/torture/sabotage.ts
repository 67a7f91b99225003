import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/**
 * Faults put into the service by hand, which a proof must find: a place in its code, and what stands there instead. Each
 * breaks one promise. A place that is not there any more ends the service.
 */
export const sabotages = {
  /** A commit is answered as done, and is not. */
  commit: {
    file: 'src/store/sqlite/transaction.ts',
    place: "database.exec('COMMIT')",
    instead: "database.exec(Math.random() < 0.05 ? 'ROLLBACK' : 'COMMIT')",
  },
  /** An animal that somebody holds is given to whoever asks next. A unique index refuses a plain second order. */
  hold: {
    file: 'src/resources/orders/changes.ts',
    place: 'governor !== undefined && isOverdue(governor, now)',
    instead: "governor?.status === 'placed'",
  },
  /** A key is let through once more than its plan has. */
  quota: {
    file: 'src/access/quotas/bucket.ts',
    place: 'bucket.minuteUsed >= limits.perMinute',
    instead: 'bucket.minuteUsed > limits.perMinute',
  },
  /** Some animals are added without an event. */
  event: {
    file: 'src/base/data/table.ts',
    place: 'before === undefined ? created',
    instead: 'before === undefined ? (Math.random() < 0.2 ? undefined : created)',
  },
} as const

/** Where the same promises are kept on nodes that share PostgreSQL and Redis. */
export const onEngines: Readonly<Partial<Record<Sabotage, Replacement>>> = {
  commit: {
    file: 'src/store/postgres/transaction.ts',
    place: 'Promise.allSettled(statements.map(',
    instead: 'Promise.allSettled((Math.random() < 0.2 ? [] : statements).map(',
  },
  quota: {
    file: 'src/access/quotas/valkey/count-script.ts',
    place: 'minuteUsed >= perMinute',
    instead: 'minuteUsed > perMinute',
  },
}

/** A place in a file of the project, and what stands there instead. */
export type Replacement = {
  readonly file: string
  readonly place: string
  readonly instead: string
}

/** Replaces a place in a file that is loaded later. */
export function putIn({ file, place, instead }: Replacement): void {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context)
      if (!url.endsWith(file)) return loaded
      // A module that is not compiled yet is text, or the bytes of it.
      const source = Buffer.from(loaded.source as Uint8Array).toString()
      if (!source.includes(place)) throw new Error(`${file} has no ${place} any more.`)
      return { ...loaded, source: source.replace(place, instead) }
    },
  })
}

export type Sabotage = keyof typeof sabotages

export const isSabotage = (name: string): name is Sabotage => Object.hasOwn(sabotages, name)

/** The variables of a service that is to have a fault. */
export const sabotaged = (fault: Sabotage | undefined): Readonly<Record<string, string>> =>
  fault === undefined ? {} : { NODE_OPTIONS: `--import=${import.meta.url}`, SABOTAGE: fault }

const name = process.env['SABOTAGE'] ?? ''

// Is loaded into a service before its own code (`--import`). What serves is a thread; commands make no use of it.
if (isSabotage(name) && !isMainThread) {
  putIn(sabotages[name])
  const further = onEngines[name]
  if (further !== undefined) putIn(further)
}
