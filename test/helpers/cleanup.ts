/** The part of a test context that helpers need: it runs functions after the test. */
export type Cleanup = { after(work: () => unknown): void }

/** Gives a program outside of tests the same clean-up, in reverse order. */
export const withCleanup = async (work: (cleanup: Cleanup) => Promise<void>): Promise<void> => {
  const left: Array<() => unknown> = []
  try {
    await work({ after: (one) => left.push(one) })
  } finally {
    for (const one of left.toReversed()) await one()
  }
}
