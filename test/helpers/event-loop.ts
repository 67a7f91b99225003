import type { TestContext } from 'node:test'

/** Counts the turns of the event loop, until the test ends. */
export const countTurns = (t: TestContext): (() => number) => {
  let turns = 0
  let next: NodeJS.Immediate
  const count = (): void => {
    turns += 1
    next = setImmediate(count)
  }
  count()
  t.after(() => clearImmediate(next))
  return () => turns
}
