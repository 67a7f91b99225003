import type { CountStore, StoredCount } from '../counters.ts'
import type { Runner } from './connection.ts'
import type { Names } from './names.ts'
import { bucketBytes, unpackBucket } from './packed-bucket.ts'
import { alertsScript, forgetAlertsScript } from './small-scripts.ts'

/** How many counts are saved in one transaction. */
const savedAtOnce = 100

/**
 * The keys whose counts may cause an alert: a share of the day was reached, or a ban began. The engine notes
 * a key in the same step in which it counts. The note stays until the store has saved the count, and with it the event.
 * If a node ends in between, another one finds the note. One node saves at a time, so that no node overwrites a newer count. If two save the same nevertheless, the store sees that the second brings nothing new. So
 * each event comes about exactly once.
 */
export class PendingAlerts {
  readonly #run: Runner
  readonly #names: Names

  constructor(run: Runner, names: Names) {
    this.#run = run
    this.#names = names
  }

  /** Saves all counts that are noted. Rejects as the store or the engine does; nothing is forgotten then. */
  async save(store: Pick<CountStore, 'save' | 'inTurn'>): Promise<void> {
    if ((await this.#noted()).length === 0) return
    const work = async (): Promise<void> => await this.#saveAll(store)
    await (store.inTurn === undefined ? work() : store.inTurn(work))
  }

  async #saveAll(store: Pick<CountStore, 'save'>): Promise<void> {
    let more = true
    while (more) {
      // Read anew: another node may have saved them meanwhile.
      const found = await this.#noted()
      if (found.length === 0) return
      const counts = found.flatMap(([name, , packed]): StoredCount[] => {
        // The engine gave it up meanwhile.
        if (packed.length !== bucketBytes) return []
        return [{ kind: 'key', id: this.#names.keyId(String(name)), ...unpackBucket(packed) }]
      })
      if (counts.length > 0) await store.save(counts, [])
      const saved = found.flatMap(([name, number]) => [name, number])
      await this.#run(forgetAlertsScript, [this.#names.alerts], saved)
      more = found.length === savedAtOnce
    }
  }

  /** For each key its bucket's name, the number of the note, and the packed bucket. */
  async #noted(): Promise<readonly (readonly [Buffer, Buffer, Buffer])[]> {
    const answer = await this.#run(alertsScript, [this.#names.alerts], [String(savedAtOnce)])
    return answer as readonly (readonly [Buffer, Buffer, Buffer])[]
  }
}
