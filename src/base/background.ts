import type { Observe } from './observation.ts'

export type BackgroundWork = {
  readonly name: string
  /** Milliseconds from the end of one run to the start of the next. */
  readonly every: number
  /** Whether it first runs at the start instead of after `every`. */
  readonly startsAtOnce?: true
  /** Milliseconds until the next run if there is more to do; 0 by default. */
  readonly everyIfMore?: number
  /** Resolves to `true` if there is more to do. */
  readonly run: () => Promise<unknown>
}

/** Runs each job at its interval, also after a failure. Returns a function that stops all and resolves once none is running. */
export const startBackground = (
  pieces: readonly BackgroundWork[],
  observe: Observe,
): (() => Promise<void>) => {
  const stops = pieces.map((piece) => startOne(piece, observe))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

const startOne = (
  { name, every, everyIfMore = 0, startsAtOnce, run }: BackgroundWork,
  observe: Observe,
): (() => Promise<void>) => {
  let failing = false
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const once = async (): Promise<void> => {
    let isMore = false
    try {
      isMore = (await run()) === true
      if (failing) observe({ kind: 'background_recovered', work: name })
      failing = false
    } catch (error) {
      observe({ kind: 'background_failed', work: name, error, again: failing })
      failing = true
    }
    if (!stopped) schedule(isMore ? everyIfMore : every)
  }
  const schedule = (delay: number): void => {
    timer = setTimeout(() => {
      running = once()
    }, delay)
    timer.unref()
  }
  if (startsAtOnce) running = once()
  else schedule(every)

  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
