/** What is simulated. Times are in milliseconds. */
export type FailoverRun = {
  readonly rounds: number
  readonly writesPerSecond: number
  /** Whether a write is acknowledged only once the standby has it. */
  readonly isSynchronous: boolean
  readonly random: () => number
}

export type FailoverFigures = {
  readonly acknowledged: number
  /** Acknowledged, and not on the standby that became the primary. */
  readonly lost: number
  /** On the new primary, though nobody was told: the same Idempotency-Key replays them. */
  readonly unknownButKept: number
  /** Neither acknowledged nor kept: the caller sends it again. */
  readonly unknownAndGone: number
}

/** A write becomes durable on the primary after this time, at most. */
const slowestSync = 2
/** It reaches the standby after this time more, at most: the link is sometimes slow. */
const slowestLink = 40
/** A round lasts this long, and the primary dies in its second half. */
const roundLength = 2_000

/** Simulates rounds in which writes arrive, the primary dies at a random moment, and the standby takes over. */
export const simulateFailovers = (run: FailoverRun): FailoverFigures => {
  const { rounds, writesPerSecond, isSynchronous, random } = run
  const figures = { acknowledged: 0, lost: 0, unknownButKept: 0, unknownAndGone: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const death = roundLength * (0.5 + random() / 2)
    // The link delivers in order, so nothing overtakes a slow write.
    let arrived = 0
    for (let now = 0; now < death; now += (-Math.log(1 - random()) * 1_000) / writesPerSecond) {
      const durable = now + random() * slowestSync
      arrived = Math.max(arrived, durable + random() ** 4 * slowestLink)
      const kept = arrived < death
      // The answer of the standby takes the same link back.
      const told = isSynchronous ? arrived + random() ** 4 * slowestLink : durable
      if (told < death) figures.acknowledged += 1
      if (told < death && !kept) figures.lost += 1
      if (told >= death && kept) figures.unknownButKept += 1
      if (told >= death && !kept) figures.unknownAndGone += 1
    }
  }
  return figures
}
