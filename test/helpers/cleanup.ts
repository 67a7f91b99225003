import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

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

/** Ends a process that runs, by default without warning, and waits until it is gone. */
export const endProcess = async (
  child: ChildProcess | undefined,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
