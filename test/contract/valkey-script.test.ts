import { testWith } from '../helpers/needs.ts'
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import * as fc from 'fast-check'
import {
  type Bucket,
  banSeconds,
  emptyBucket,
  liftBan,
  rollWindows,
  spend,
  windowSeconds,
} from '../../src/access/quotas/bucket.ts'
import type { Limits } from '../../src/access/quotas/plans.ts'
import { type Connection, connect } from '../../src/access/quotas/valkey/connection.ts'
import {
  type BucketCommand,
  operations,
  packBucket,
  runCommands,
  unpackBucket,
} from '../../src/access/quotas/valkey/count-script.ts'
import { needsValkey, startValkey } from '../helpers/valkey.ts'

const it = testWith(needsValkey)

const base = Date.parse('2026-11-20T12:00:30Z')

/** One step for a subject: what is done, and how often. */
type Step =
  | { readonly kind: 'spend'; readonly isKey: boolean; readonly limits: Limits; times: number }
  | { readonly kind: 'read' }
  | { readonly kind: 'lift'; readonly ago: number }
  | { readonly kind: 'join'; readonly seen: Bucket | undefined; readonly own: Bucket | undefined }

/** Some steps at one moment, each for a subject. */
type Moment = {
  /** Milliseconds since the moment before; less than 0 if the clock was set back. */
  readonly after: number
  readonly steps: readonly { readonly subject: number; readonly step: Step }[]
}

const limits = fc.record({
  perMinute: fc.integer({ min: 1, max: 6 }),
  perDay: fc.integer({ min: 1, max: 20 }),
})

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const day = Math.floor(base / 86_400_000)
const minute = Math.floor(base / 60_000)
const bucket: fc.Arbitrary<Bucket> = fc.record({
  minute: fc.constantFrom(minute - 1, minute, minute + 1),
  minuteUsed: fc.nat(9),
  minuteRefused: fc.nat(9),
  day: fc.constantFrom(day - 1, day, day + 1),
  dayUsed: fc.nat(30),
  banEnds: fc.constantFrom(0, base / 1_000 + 20, base / 1_000 + 900),
  banLength: fc.constantFrom(300, 600),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('spend' as const),
      isKey: fc.boolean(),
      limits,
      times: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'read' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('lift' as const),
      ago: fc.integer({ min: -400, max: 400 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      seen: fc.option(bucket, { nil: undefined }),
      own: fc.option(bucket, { nil: undefined }),
    }),
  },
)

const moment: fc.Arbitrary<Moment> = fc.record({
  after: fc.oneof(
    fc.integer({ min: 0, max: 5_000 }),
    fc.integer({ min: -90_000, max: 400_000 }),
    fc.constantFrom(60_000, 300_000, 86_400_000, 2 * 86_400_000, -86_400_000, -3 * 86_400_000, 1),
  ),
  steps: fc.array(fc.record({ subject: fc.nat(2), step }), { minLength: 1, maxLength: 6 }),
})

/** The same step as a question for the engine, as often as it is asked. */
const questionsOf = (key: string, each: Step, now: number): readonly BucketCommand[] => {
  switch (each.kind) {
    case 'spend': {
      const operation = each.isKey ? operations.spendKey : operations.spendAddress
      const { perMinute, perDay } = each.limits
      const question = { operation, key, first: String(perMinute), second: String(perDay) }
      return Array.from({ length: each.times }, () => question)
    }
    case 'read':
      return [{ operation: operations.read, key, first: '', second: '' }]
    case 'lift': {
      const at = String(Math.floor(now / 1_000) - each.ago)
      return [{ operation: operations.lift, key, first: at, second: '' }]
    }
    case 'join': {
      const [first, second] = [each.seen, each.own].map((one) => (one ? packBucket(one) : ''))
      return [{ operation: operations.join, key, first: first ?? '', second: second ?? '' }]
    }
  }
}

/** What the rules say of the same step: the outcome and the bucket of each time. */
const expectedOf = (counted: Bucket, each: Step, now: number) => {
  const times = each.kind === 'spend' ? each.times : 1
  return Array.from({ length: times }, () => {
    let outcome = 'allowed'
    if (each.kind === 'spend') outcome = spend(counted, each.limits, now, each.isKey)
    if (each.kind === 'lift') liftBan(counted, Math.floor(now / 1_000) - each.ago)
    if (each.kind === 'join') join(counted, each.seen, each.own, now)
    return { outcome, bytes: packBucket(counted).toString('hex') }
  })
}

const join = (
  counted: Bucket,
  seen: Bucket | undefined,
  own: Bucket | undefined,
  now: number,
): void => {
  rollWindows(counted, now / 1_000)
  for (const [other, combine] of [
    [seen, Math.max],
    [own, (a: number, b: number) => a + b],
  ] as const) {
    if (other === undefined) continue
    if (other.minute === counted.minute) {
      counted.minuteUsed = combine(counted.minuteUsed, other.minuteUsed)
      counted.minuteRefused = combine(counted.minuteRefused, other.minuteRefused)
    }
    if (other.day === counted.day) counted.dayUsed = combine(counted.dayUsed, other.dayUsed)
    if (other.banEnds > counted.banEnds) {
      counted.banEnds = other.banEnds
      counted.banLength = other.banLength
    }
  }
}

const connected = async (t: TestContext): Promise<Connection> => {
  const engine = await startValkey(t)
  const connection = await connect(engine.place())
  t.after(() => connection.close())
  return connection
}

it('the script counts every history as bucket.ts does, byte for byte', async (t) => {
  const { run } = await connected(t)
  let histories = 0
  let spends = 0
  let bans = 0
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 1, maxLength: 12 }), async (moments) => {
      histories += 1
      const subjects = [emptyBucket(), emptyBucket(), emptyBucket()]
      let now = base
      for (const { after, steps } of moments) {
        now += after
        const questions: BucketCommand[] = []
        const expected: { readonly outcome: string; readonly bytes: string }[] = []
        for (const { subject, step: each } of steps) {
          questions.push(...questionsOf(`${histories}:${subject}`, each, now))
          expected.push(...expectedOf(subjects[subject] ?? emptyBucket(), each, now))
        }
        const fixed = [`${histories}:marks`, `${histories}:news`]
        const answers = await runCommands(run, fixed, questions, String(now))
        const seen = answers.map(({ outcome, bucket: each }) => ({
          outcome,
          bytes: packBucket(each).toString('hex'),
        }))
        assert.deepEqual(seen, expected)
        spends += questions.length
        bans += seen.filter(({ outcome }) => outcome === 'banned').length
      }
    }),
    { numRuns: 300 },
  )
  t.diagnostic(`${spends} steps, ${bans} of them under a ban`)
  assert.ok(spends > 5_000 && bans > 200)
})

test('a packed bucket holds every word of 32 bits', () => {
  fc.assert(
    fc.property(
      fc.record({
        minute: word,
        minuteUsed: word,
        minuteRefused: word,
        day: word,
        dayUsed: word,
        banEnds: word,
        banLength: word,
      }),
      (each) => assert.deepEqual(unpackBucket(packBucket(each)), { ...each }),
    ),
  )
})

it('a bucket expires once nothing in it matters, and that of a key stays a day longer', async (t) => {
  const { run, send } = await connected(t)
  const spendOne = async (isKey: boolean, times: number): Promise<Bucket> => {
    const each: Step = { kind: 'spend', isKey, limits: { perMinute: 1, perDay: 100 }, times }
    const questions = questionsOf(isKey ? 'key' : 'address', each, base)
    const answers = await runCommands(run, ['marks', 'news'], questions, String(base))
    return answers.at(-1)?.bucket ?? emptyBucket()
  }
  const left = async (name: string): Promise<number> => Number(await send(['PTTL', name]))
  const { day: today } = await spendOne(false, 2)
  const endOfDay = (today + 1) * windowSeconds.day * 1_000 - base
  // What the test takes has passed already.
  const isAbout = (time: number, wanted: number): boolean =>
    time <= wanted + 1 && time > wanted - 60_000
  assert.ok(isAbout(await left('address'), endOfDay))
  const { banEnds } = await spendOne(true, 2)
  assert.ok(banEnds > 0)
  const remembered = (banEnds + banSeconds.memory) * 1_000 - base
  assert.ok(isAbout(await left('key'), remembered + 86_400_000))
})

it('what is no bucket and no mark is as if it were missing, and holds up nobody', async (t) => {
  const { run, send } = await connected(t)
  const spends: Step = {
    kind: 'spend',
    isKey: true,
    limits: { perMinute: 2, perDay: 9 },
    times: 3,
  }
  const spendAll = async () => {
    const names = ['list', 'short', 'long', 'sound']
    const questions = names.flatMap((name) => questionsOf(name, spends, base))
    const answers = await runCommands(run, ['marks', 'news'], questions, String(base))
    for (const { marks } of answers) assert.ok(Object.values(marks).every(Number.isInteger))
    return answers.map(({ outcome }) => outcome)
  }
  await send(['LPUSH', 'list', 'x'])
  await send(['SET', 'short', 'x'])
  await send(['SET', 'long', 'x'.repeat(29)])
  const each = ['allowed', 'allowed', 'minute_used_up']
  assert.deepEqual(await spendAll(), [...each, ...each, ...each, ...each])

  await send(['DEL', 'list', 'short', 'long', 'sound'])
  for (const wrong of [
    ['SET', 'marks', 'x'],
    ['HSET', 'marks', 'store', 'x', 'data', '1', 'keys', '1'],
    ['HSET', 'marks', 'store', '1'],
  ]) {
    await send(['DEL', 'marks'])
    await send(wrong)
    await spendAll()
  }
})
