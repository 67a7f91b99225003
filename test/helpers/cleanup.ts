/** What a helper needs of a test: a place to leave what is to be done after it. */
export type Cleanup = { after(work: () => unknown): void }

/** Gives work outside of a test the cleaning up that a test has. The last left is the first done. */
export const withCleanup = async (work: (cleanup: Cleanup) => Promise<void>): Promise<void> => {
  const left: Array<() => unknown> = []
  try {
    await work({ after: (one) => left.push(one) })
  } finally {
    for (const one of left.toReversed()) await one()
  }
}
