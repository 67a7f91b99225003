import { type Bucket, emptyBucket } from '../bucket.ts'
import type { StoredCount, Subject } from '../counters.ts'
import { CountTable } from './count-table.ts'
import type { CountersMemory } from './counters-memory.ts'
import type { PackedId } from './packed-id.ts'

type Kind = { readonly table: CountTable; readonly id: PackedId }

const kinds = ['key', 'address'] as const

/** Buckets in memory that threads share, for whoever has rules of its own for them. Each call holds the table's lock. */
export class SharedBuckets {
  readonly #kinds: Readonly<Record<Subject['kind'], Kind>>

  /** @param thread a number from 0 on that no other running thread has */
  constructor({ shared }: CountersMemory, thread: number) {
    const kindOf = (table: CountTable): Kind => ({ table, id: table.newId() })
    this.#kinds = {
      key: kindOf(new CountTable(shared.keys, thread)),
      address: kindOf(new CountTable(shared.addresses, thread)),
    }
  }

  /** A copy of the subject's bucket, which is empty if there is none. */
  read(subject: Subject): Bucket {
    const { table, id } = this.#kinds[subject.kind]
    const bucket = emptyBucket()
    id.pack(subject.id)
    table.lock()
    try {
      const slot = table.find(id)
      if (slot !== 0) table.read(slot, bucket)
    } finally {
      table.unlock()
    }
    return bucket
  }

  /** @param change brings the bucket to what it shall be; it must be quick and must not throw */
  change(subject: Subject, change: (bucket: Bucket) => void): void {
    const { table, id } = this.#kinds[subject.kind]
    const bucket = emptyBucket()
    id.pack(subject.id)
    table.lock()
    try {
      const slot = table.find(id) || table.add(id)
      table.touch(slot)
      table.read(slot, bucket)
      change(bucket)
      table.write(slot, bucket)
    } finally {
      table.unlock()
    }
  }

  /** All buckets, one after the other, as each is when its turn comes. */
  *all(): Generator<StoredCount> {
    yield* this.#each(false)
  }

  /** Takes all buckets out, one after the other. */
  *take(): Generator<StoredCount> {
    yield* this.#each(true)
  }

  *#each(takes: boolean): Generator<StoredCount> {
    for (const kind of kinds) {
      const { table } = this.#kinds[kind]
      const id = table.newId()
      for (let slot = 1; slot <= table.last; slot += 1) {
        if (!table.isUsed(slot)) continue
        const bucket = emptyBucket()
        table.lock()
        try {
          table.readId(slot, id)
          table.read(slot, bucket)
          if (takes && id.length > 0) table.free(slot)
        } finally {
          table.unlock()
        }
        if (id.length > 0) yield { kind, id: id.toString(), ...bucket }
      }
    }
  }
}
