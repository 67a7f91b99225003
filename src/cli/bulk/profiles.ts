import type { ChangeContext } from '../../base/data/change.ts'
import { readExact } from '../../base/exact-json.ts'
import type { Store } from '../../base/data/store.ts'
import type { NewPet } from '../../resources/pets/pet.ts'
import { pets } from '../../resources/pets/table.ts'
import { type Arrival, chipOf, chipTaken, petsArrive } from '../../resources/profiles/changes.ts'
import { NewProfile, ProfilePatch, type Profile } from '../../resources/profiles/profile.ts'
import { profiles } from '../../resources/profiles/table.ts'
import { maxChanges } from '../../store/apply.ts'
import type { Bulk, Imported } from '../../store/bulk.ts'
import { Failure } from '../kit/terminal.ts'
import { faultOf, type Rejects, type ValidRecord } from './rejects.ts'
import type { RecordPart } from './record.ts'

/** The part that records of animals may have beside their own fields. */
export const profilePart = {
  name: 'profile',
  creation: NewProfile,
  change: ProfilePatch,
} as const satisfies RecordPart

const maxChipsAtOnce = 100
const maxInChange = 500

/** Collects the animals of a file. If any of them has a profile, one transaction adds them all. */
export const arrivalsOf = (rejects: Rejects) => {
  /** Undefined once there are too many for one transaction. */
  let records: ValidRecord[] | undefined = []
  const byChip = new Map<string, ValidRecord>()
  let hasProfiles = false

  const reject = ({ record }: ValidRecord, problem: string): void =>
    rejects.add(record, faultOf(problem))

  return {
    get hasProfiles(): boolean {
      return hasProfiles
    },
    get hasChips(): boolean {
      return byChip.size > 0
    },
    get records(): readonly ValidRecord[] {
      return records ?? []
    },
    /**
     * Takes valid records, and rejects those whose chip an earlier one has. @returns the others
     * @throws Failure if there are profiles, and too many records for one transaction
     */
    take: (valid: readonly ValidRecord[]): readonly ValidRecord[] => {
      const taken = valid.filter((each) => {
        // The schema of the part has validated it.
        const { profile } = each.value as { readonly profile?: NewProfile }
        hasProfiles ||= profile !== undefined
        if (profile?.chip === undefined) return true
        const chip = chipOf(profile.chip)
        const before = byChip.get(chip)
        if (before === undefined) byChip.set(chip, each)
        else reject(each, `profile.chip ${chip} is already on line ${before.record.line}`)
        return before === undefined
      })
      records?.push(...taken)
      if ((records?.length ?? 0) > maxChanges) records = undefined
      if (!hasProfiles || records !== undefined) return taken
      throw new Failure(
        `A file with profiles takes ${maxChanges} animals at most; split it. Nothing was imported.`,
      )
    },
    /** Rejects the records whose chip an animal in the store already has. */
    rejectTaken: async (store: Store): Promise<void> => {
      const chips = [...byChip.keys()]
      const refused = new Set<ValidRecord>()
      for (let at = 0; at < chips.length; at += maxChipsAtOnce) {
        const where = { chip: chips.slice(at, at + maxChipsAtOnce) }
        const query = { where, after: undefined, limit: maxChipsAtOnce }
        const { json } = await store.page(profiles, query)
        for (const { chip = '', petId } of readExact(json) as readonly Profile[]) {
          const holder = byChip.get(chip)
          if (holder === undefined) continue
          refused.add(holder)
          reject(holder, chipTaken(chip, petId).message)
        }
      }
      records = records?.filter((each) => !refused.has(each))
    },
    /** Adds the animals in one transaction. @returns undefined if the store refused some, which are then rejected */
    add: async (bulk: Bulk, act: ChangeContext): Promise<Imported | undefined> => {
      const arrivals = (records ?? []).map(({ value }): Arrival => {
        // The schema of a creation has validated it. An `id` in it is dropped.
        const whole = value as NewPet & { id?: bigint; profile?: NewProfile }
        const { id: _, profile = {}, ...pet } = whole
        return { pet, profile }
      })
      const changes = Array.from({ length: Math.ceil(arrivals.length / maxInChange) }, (_, n) =>
        petsArrive(arrivals.slice(n * maxInChange, (n + 1) * maxInChange)),
      )
      const started = performance.now()
      const applied = await bulk.applyAll(changes, act)
      if (applied.outcome === 'refused') {
        for (const { result } of applied.refused) {
          if (result.outcome !== 'refused') continue
          const record = byChip.get(result.chip)
          if (record !== undefined) reject(record, result.refusal.message)
        }
        return undefined
      }
      const ids = applied.results.flatMap((each) => (each.outcome === 'arrived' ? each.ids : []))
      const [first, last] = [ids[0], ids.at(-1)]
      return {
        count: ids.length,
        ids: first === undefined || last === undefined ? undefined : { first, last },
        heldUp: performance.now() - started,
      }
    },
  }
}

/**
 * Yields all animals with their profiles, ascending by id. @param names the allowed names of facts; any by default
 * @throws Failure if a profile has a fact with another name
 */
export async function* petsWithProfiles(bulk: Bulk, names?: ReadonlySet<string>) {
  await using others = rowsOf(bulk.all(profiles))
  let next: Profile | undefined
  let isDone = false
  for await (const rows of bulk.all(pets)) {
    const whole: Array<(typeof rows)[number] & { readonly profile?: Profile }> = []
    for (const row of rows) {
      while (!isDone && (next === undefined || next.petId < row.id)) {
        const result = await others.next()
        isDone = result.done === true
        next = isDone ? undefined : result.value
      }
      if (names !== undefined && Object.keys(next?.facts ?? {}).some((name) => !names.has(name)))
        throw new Failure('A fact got a new name during the export; run it again.')
      whole.push(next?.petId === row.id && isFilled(next) ? { ...row, profile: next } : row)
    }
    yield whole
  }
}

async function* rowsOf<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T, undefined> {
  for await (const batch of batches) yield* batch
}

/** Whether a profile has anything besides photos. */
const isFilled = (profile: object): boolean =>
  Object.keys(NewProfile.properties).some((name) => name in profile)

/** Maximum number of names of facts that become columns. */
const maxColumns = 200

/**
 * Returns the names of all facts of a store, sorted.
 * @throws Failure if there are more than `maxColumns`
 */
export const factNames = async (bulk: Bulk): Promise<ReadonlySet<string>> => {
  const names = new Set<string>()
  for await (const { facts = {} } of rowsOf(bulk.all(profiles))) {
    for (const name of Object.keys(facts)) names.add(name)
    if (names.size > maxColumns) {
      throw new Failure(
        `The profiles have more than ${maxColumns} names of facts, too many for columns; export NDJSON.`,
      )
    }
  }
  return new Set([...names].toSorted())
}
