import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../helpers/answer.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { linkOf } from '../helpers/http.ts'
import { type Threads, startThreads } from '../helpers/threads.ts'

/** How often each name is in the store. */
const namesIn = async (threads: Threads): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>()
  for (let path: string | undefined = '/pets?limit=100'; path !== undefined;) {
    const page: Answer = await threads.call(path)
    assert.equal(page.status, 200)
    for (const { name } of exactPets(page.text)) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    path = linkOf(page, 'next')?.slice(threads.base.length)
  }
  return counts
}

/** Undefined if there was no answer. */
const create = async (
  threads: Threads,
  name: string,
  idempotencyKey?: string,
): Promise<Answer | undefined> => {
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
  const body = { name, categoryId: 1 }
  return await threads.call('/pets', { method: 'POST', body, headers }).catch(() => undefined)
}

test('threads that fail under load are replaced, and each animal that was acknowledged exists once', async (t) => {
  const threads = await startThreads(t, 3)
  const load = new AbortController()
  const acknowledged: string[] = []
  const outcomes = { refused: [] as string[], acknowledged: [] as string[], unanswered: 0 }

  /** Sends each creation until it is acknowledged. */
  const persistent = Array.from({ length: 6 }, async () => {
    while (!load.signal.aborted) {
      const name = randomUUID()
      for (;;) {
        const answer = await create(threads, name, name)
        if (answer?.status === 201) break
        await wait(10)
      }
      acknowledged.push(name)
    }
  })
  /** Sends each creation once, with no key. */
  const careless = Array.from({ length: 6 }, async () => {
    while (!load.signal.aborted) {
      const name = randomUUID()
      const answer = await create(threads, name)
      if (answer?.status === 201) outcomes.acknowledged.push(name)
      else if (answer?.status === 503) outcomes.refused.push(name)
      else outcomes.unanswered += 1
    }
  })
  // The second and the fourth kill hit the writer; five within ten seconds would end the service.
  for (const [index, thread] of [1, 0, 2, 0].entries()) {
    const before = acknowledged.length
    while (acknowledged.length < before + 50) await wait(5)
    threads.fail(thread, index % 2 === 0 ? 'throw' : 'exit')
    await threads.untilLogged('thread_replaced', index + 1)
  }
  const before = acknowledged.length
  while (acknowledged.length < before + 50) await wait(5)
  load.abort()
  await Promise.all([...persistent, ...careless])

  const names = await namesIn(threads)
  for (const name of [...acknowledged, ...outcomes.acknowledged]) assert.equal(names.get(name), 1)
  for (const name of outcomes.refused) assert.equal(names.get(name), undefined)
  assert.ok(outcomes.acknowledged.length > 0)
  assert.equal(threads.logged('thread_failed').length, 4)
  const { status, error } = await threads.service.stop()
  assert.equal(status, 0)
  const strange = error.split('\n').filter((line) => /internal_error|Warning/.test(line))
  assert.deepEqual(strange, [])
})

test('with one thread alone it is replaced too, on the same port', async (t) => {
  const threads = await startThreads(t, 1)
  const made = await create(threads, 'Rex', 'a')
  assert.equal(made?.status, 201)
  threads.fail(0, 'throw')
  await threads.untilLogged('thread_replaced', 1)
  const again = await create(threads, 'Rex', 'a')
  assert.equal(again?.text, made.text)
  assert.equal(again.headers['idempotent-replayed'], 'true')
})

test('five threads that fail within ten seconds end the service with status 1', async (t) => {
  // Enough threads that the test need not wait for a replacement, which takes long on a busy machine.
  const threads = await startThreads(t, 6)
  const closed = once(threads.service.process, 'close')
  for (let thread = 1; thread <= 5; thread += 1) threads.fail(thread, 'throw')
  const [status] = await closed
  assert.equal(status, 1)
  assert.match(threads.service.output().error, /A thread of staging failed: A test makes/)
})
