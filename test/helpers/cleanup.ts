/** The part of a test context that helpers need: it runs functions after the test. */
export type Cleanup = { after(work: () => unknown): void }

/** Gives a program outside of tests the same clean-up, in reverse order, also if it is interrupted. */
export const withCleanup = async (work: (cleanup: Cleanup) => Promise<void>): Promise<void> => {
  const left: Array<() => unknown> = []
  const cleanUp = async (): Promise<void> => {
    for (const one of left.splice(0).toReversed()) await one()
  }
  const interrupt = (): void => void cleanUp().finally(() => process.exit(1))
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, interrupt)
  try {
    await work({ after: (one) => left.push(one) })
  } finally {
    for (const signal of signals) process.off(signal, interrupt)
    await cleanUp()
  }
}
