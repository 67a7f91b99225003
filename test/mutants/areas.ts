/** A mutant that no test can notice, or need not: its line, and why. */
type Accepted = readonly [line: string, reason: string]

export type Area = {
  /** The files that are changed. */
  readonly files: readonly string[]
  /** Those that are to notice. */
  readonly tests: readonly string[]
  readonly accepted: readonly Accepted[]
}

const unit = (...names: readonly string[]) => names.map((name) => `test/unit/${name}.test.ts`)

const api = (...names: readonly string[]) => names.map((name) => `test/api/${name}.test.ts`)

const ofDocument = 'of the document alone, which `npm run generate:check` compares'
const together = 'a row and what is read from it are missing together'
const othersStep = 'an order of others was judged before, and undefined is no step'
const ofWebhooks = 'webhooks alone are touched: without it the tests of deliveries wait for ever'
const undefinedField = 'a field that is undefined is stored and shown as one that is missing'
const forTypes = 'it is never so; the operator is there for the types'

export const areas: Readonly<Record<string, Area>> = {
  quotas: {
    files: ['src/access/quotas/{bucket,quota-alerts,usage}.ts'],
    tests: unit('bucket', 'quota-alerts'),
    accepted: [
      [
        'const again = true && seconds - bucket.banEnds <= banSeconds.memory',
        'without a ban its end is 0, which is more than a day ago',
      ],
      [
        'const again = bucket.banLength >= 0 && seconds - bucket.banEnds <= banSeconds.memory',
        'the same',
      ],
      [
        'const banned = true && now / 1_000 < bucket.banEnds',
        'nothing is allowed while a ban is in force',
      ],
    ],
  },
  counters: {
    files: ['src/access/quotas/memory-counters.ts'],
    tests: unit('counters'),
    accepted: [
      [
        'const [oldest] = this.size >= this.#limit ? this.keys() : ["Stryker was here"]',
        'nobody has that id',
      ],
      [
        'for (const id of ids) if (true) changed.add(id)',
        'the store is asked once more to remove what it has not',
      ],
      [
        'for (let left = keys.changed.size; left >= 0; left -= maxBatch) {',
        'a save of nothing does nothing',
      ],
      ['if (true && this.delete(oldest)) this.#onEvict(oldest)', 'undefined is no id'],
      [
        '} else if (false) {',
        'the order of insertion matters only where the number is bounded; the branch spares work',
      ],
      [
        '} else if (this.#limit === Infinity) {} else {',
        'the bucket is put where it is already; the branch spares work',
      ],
    ],
  },
  holds: {
    files: ['src/resources/orders/life-cycle.ts'],
    tests: unit('order-rules'),
    accepted: [
      [
        "status === 'placed' && true && expiresAt <= dateTimeText(now)",
        'undefined is not before any instant; the comparison is there for the types',
      ],
      [
        "const isOpen = false || status === 'approved'",
        'no order becomes placed again, and one that stays placed does not come here',
      ],
      [
        "...(status === 'expired' && true && { expiresAt }),",
        'only a placed order expires, and that has an end',
      ],
      ["const isBack = status === 'returned' && true", 'a returned order has been closed'],
    ],
  },
  changes: {
    files: ['src/resources/{orders,pets}/changes.ts', 'src/base/data/change.ts'],
    tests: [
      ...unit('order-rules', 'pet-rules'),
      ...api('orders', 'contacts', 'pets', 'pet-batches', 'events', 'each-field', 'profiles'),
      ...api('conditional', 'categories', 'order-expiry'),
    ],
    accepted: [
      [
        'one === other || (true && isDeepStrictEqual(one, other))',
        'the comparison of two texts says the same, and takes longer',
      ],
      ['export const touch = (table: Table, id: bigint): Write => ({})', ofWebhooks],
      ['export const touch = () => undefined', ofWebhooks],
      ['isTouch: false,', ofWebhooks],
      ['let isChanged = false', ofWebhooks],
      ['let isChanged = isTouch === false', ofWebhooks],
      [
        'export const unconditional: Precondition = {}',
        'what is missing is as good as undefined; the fields are there for the types',
      ],
      [
        'return false || contact !== undefined ? undefined : contactNotFound(key.id)',
        'without a contact the first row is another one, which was found before',
      ],
      ['...(true && { contactId }),', undefinedField],
      ['...(true && { reference }),', undefinedField],
      ['const step = true && stepsOfStore.has(to) ? to : undefined', othersStep],
      ['const step = isOwn && true && stepsOfStore.has(to) ? to : undefined', othersStep],
      [
        'const step = isOwn || to !== undefined && stepsOfStore.has(to) ? to : undefined',
        othersStep,
      ],
      [
        'if (found === undefined && stored === undefined) return refuse(orderNotFound(id))',
        together,
      ],
      ['if (false || stored === undefined) return refuse(orderNotFound(id))', together],
      ['if (found === undefined || false) return refuse(orderNotFound(id))', together],
      ['if (found === undefined && pet === undefined) return refuse(petNotFound(id))', together],
      ['if (false || pet === undefined) return refuse(petNotFound(id))', together],
      ['if (found === undefined || false) return refuse(petNotFound(id))', together],
      [
        'return false ? { refused } : { writes: ended, result: () => refused }',
        'a change without writes is answered alike',
      ],
      [
        "const advice = false ? '' : ` Set it to ${between} first.`",
        'every status can be reached by one between',
      ],
    ],
  },
  keys: {
    files: ['src/access/keys/{key-format,life-cycle}.ts'],
    tests: unit('key-format', 'life-cycle'),
    accepted: [
      [
        "if (true && record.revokedAt <= now) return 'revoked'",
        'undefined is not before any time; the comparison is there for the types',
      ],
      ["if (true && record.expiresAt <= now) return 'expired'", 'the same'],
    ],
  },
  idempotency: {
    files: ['src/base/idempotency.ts'],
    tests: [...unit('idempotency'), ...api('idempotency')],
    accepted: [
      ["'x-extension': false,", ofDocument],
      [
        "`The Idempotency-Key ${shown(once.key ?? '')} was used for another request. Send the same body again, or take a new key.`,",
        'only what has a key can have used it before; the operator is there for the types',
      ],
    ],
  },
  paging: {
    files: ['src/kit/paging.ts'],
    tests: [...unit('paging'), ...api('paging', 'pet-lists', 'profiles')],
    accepted: [
      ['examples: [],', ofDocument],
      ['{ additionalProperties: false, required: ["Stryker was here"] },', ofDocument],
      [') => Type.Array(item, {})', ofDocument],
      [') => Type.Array(item, { description, minItems: 1, maxItems, examples: [] })', ofDocument],
      ["export const sortById = Choice(['-id'], {})", ofDocument],
      ["'x-extension': false,", ofDocument],
      ['const names = Object.keys(schema.properties ?? {})', forTypes],
      ['if (false) return latest', 'that spares work, and no more'],
      ['const given = false ? undefined : query[startsAt]', 'no parameter has the name undefined'],
      [
        "if (typeof cursor !== 'string') return true ? given : undefined",
        'a parameter for where a list starts is an id',
      ],
      ['if (false) return undefined', 'what is made anew is never so short'],
    ],
  },
  statistics: {
    files: ['src/resources/statistics/operations.ts'],
    tests: [...unit('statistics'), ...api('statistics')],
    accepted: [
      [
        'yield* ranges.map(({ start }, at) => statisticOf(start, byRange.get(at) ?? ["Stryker was here"]))',
        'a text has no name, so it counts as nothing',
      ],
      ['count <= 1', 'one day was answered before'],
      [
        'const end = Temporal.PlainDate.compare(next, behind) <= 0 ? next : behind',
        'at the border both are the same day',
      ],
    ],
  },
}
