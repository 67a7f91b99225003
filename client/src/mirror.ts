import type { EventOptions } from './events.ts'
import type { List } from './page.ts'
import type { ListOptions } from './pets.ts'
import type { Lasting } from './sender.ts'
import type { Transport } from './transport.ts'
import type { Pet, StoreEvent } from './types.ts'
import { isExpired, watcherOf } from './watcher.ts'

/** How far a copy has come, as plain JSON: `save` stores it and `load` returns it. */
export type MirrorPosition = {
  /** The `id` of the last event that the copy has, as text. */
  readonly event: string
  /** While the store is being listed: the `id` of the last animal that the copy has, as text. */
  readonly listedTo?: string
}

/** A change to apply to the copy. Changes are applied in order. */
export type MirrorChange =
  | { readonly kind: 'put'; readonly pet: Pet }
  | { readonly kind: 'delete'; readonly id: bigint }
  /** Remove all animals from the copy. Those that exist follow as `put`. */
  | { readonly kind: 'clear' }

/** The options of `mirror`. */
export type MirrorOptions = {
  /** Returns the position that `save` stored last; undefined if there is none. */
  readonly load: () => MirrorPosition | undefined | Promise<MirrorPosition | undefined>
  /**
   * Applies the changes and stores the position, in one transaction. A change may come again after a crash;
   * applying it twice has the same effect as once.
   */
  readonly save: (
    changes: readonly MirrorChange[],
    position: MirrorPosition,
  ) => void | Promise<void>
  /** Ends the mirroring, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

const types = ['pet.created', 'pet.updated', 'pet.deleted', 'pets.imported'] as const

const put = (pet: Pet): MirrorChange => ({ kind: 'put', pet })

/** Values that the main bundle has, passed in so that this lazily loaded file imports none of it. */
type MainBundle = {
  readonly transport: Transport
  readonly followEvents: (transport: Transport, options: EventOptions) => List<StoreEvent>
  readonly lastingFor: (transport: Transport, signal: AbortSignal | undefined) => Lasting
}

/** Mirrors the animals of the store: see `PetStore.mirror`. */
export const mirror = async (
  { transport, followEvents, lastingFor }: MainBundle,
  { load, save, signal }: MirrorOptions,
): Promise<never> => {
  const lasting = lastingFor(transport, signal)
  const pets = (after: bigint): List => {
    const options: ListOptions = { after, signal }
    return transport.list('/pets', options, { lasting })
  }

  /** The changes of an event. Imported animals have no individual events; they are read in their current state. */
  async function* changesOf(event: StoreEvent): AsyncGenerator<MirrorChange, void, undefined> {
    if (event.type === 'pets.imported') {
      const { first, last } = event.data
      for await (const pet of pets(first - 1n)) {
        if (pet.id > last) return
        yield put(pet)
      }
    } else if ('pet' in event.data) {
      const { pet } = event.data
      yield event.type === 'pet.deleted' ? { kind: 'delete', id: pet.id } : put(pet)
    }
  }

  let position = await load()
  for (;;) {
    if (position === undefined) {
      // Note the newest event before listing, so that changes during the listing are followed afterwards.
      const newest = await lasting(async () => await watcherOf(transport).ask())
      position = { event: String(newest), listedTo: '0' }
      await save([{ kind: 'clear' }], position)
    }
    const { event, listedTo } = position
    try {
      if (listedTo !== undefined) {
        for await (const { items, hasNext } of pets(BigInt(listedTo)).pages()) {
          const last = hasNext ? items.at(-1) : undefined
          await save(items.map(put), { event, ...(last && { listedTo: String(last.id) }) })
        }
      }
      const events = followEvents(transport, { after: BigInt(event), types, signal })
      for await (const { items } of events.pages()) {
        const last = items.at(-1)
        if (last === undefined) continue
        const changes: MirrorChange[] = []
        for (const each of items) {
          for await (const change of changesOf(each)) changes.push(change)
        }
        await save(changes, { event: String(last.id) })
      }
    } catch (error) {
      // The log no longer has the position, so the copy starts over.
      if (!isExpired(error)) throw error
    }
    position = undefined
  }
}
