import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import * as fc from 'fast-check'
import { startApp, type TestApp } from '../helpers/app.ts'
import { type Cleanup, withCleanup } from '../helpers/cleanup.ts'
import { type ExactPet, exactPet, exactPets } from '../helpers/exact-json.ts'
import { type Answer, call, type Call, errorOf, linkOf } from '../helpers/http.ts'
import { operationNamed, resolve, type Schema } from '../helpers/openapi.ts'
import { allowedBody, type Body } from './bodies.ts'
import type { Tally } from './tally.ts'
import { plainText } from './texts.ts'

/** One step of a sequence. A number selects one of the animals that exist by then. */
type Step =
  | { readonly kind: 'create'; readonly body: Body; readonly once: string | undefined }
  | { readonly kind: 'create again'; readonly which: number }
  | { readonly kind: 'create nothing' }
  | { readonly kind: 'get'; readonly which: number }
  | { readonly kind: 'get what is not there'; readonly beyond: number }
  | {
      readonly kind: 'walk'
      readonly limit: number | undefined
      readonly status: string | undefined
      /** Animals that are added after the first pages, one after each page. */
      readonly meanwhile: readonly Body[]
    }

const createPet = operationNamed('createPet')
const listPets = operationNamed('listPets')
const schemaOf = (name: string): Schema => {
  const parameter = listPets.parameters.find((one) => one.name === name)
  assert.ok(parameter, `listPets has no parameter ${name}`)
  return resolve(parameter.schema)
}
const statuses = schemaOf('status').enum ?? []
const limit = { min: Number(schemaOf('limit').minimum), max: Number(schemaOf('limit').maximum) }
const standardLimit = Number(schemaOf('limit').default)

const bodies = allowedBody(createPet)
const create = fc.record({
  kind: fc.constant('create' as const),
  body: bodies,
  once: fc.option(fc.uuid(), { nil: undefined }),
})
const walk = fc.record({
  kind: fc.constant('walk' as const),
  limit: fc.option(fc.oneof(fc.integer({ min: limit.min, max: 4 }), fc.integer(limit)), {
    nil: undefined,
  }),
  status: fc.option(fc.constantFrom(...statuses), { nil: undefined }),
  meanwhile: fc.array(bodies, { maxLength: 3 }),
})

/** Sequences of operations, mostly such as add animals. */
export const sequences: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { arbitrary: create, weight: 6 },
    { arbitrary: walk, weight: 2 },
    fc.record({ kind: fc.constant('create again' as const), which: fc.nat() }),
    fc.constant({ kind: 'create nothing' as const }),
    fc.record({ kind: fc.constant('get' as const), which: fc.nat() }),
    fc.record({
      kind: fc.constant('get what is not there' as const),
      beyond: fc.integer({ min: 1 }),
    }),
  ),
  { minLength: 1, maxLength: 40, size: 'max' },
)

/** A new store, with its model: the added animals in order, and the answers to repeat. */
class Run {
  readonly #app: TestApp
  readonly #agent: Agent
  readonly #tally: Tally
  readonly #model: ExactPet[] = []
  readonly #repeatable: Array<{
    readonly once: string
    readonly body: Body
    readonly text: string
  }> = []

  constructor(app: TestApp, agent: Agent, tally: Tally) {
    this.#app = app
    this.#agent = agent
    this.#tally = tally
  }

  async step(step: Step): Promise<void> {
    switch (step.kind) {
      case 'create':
        await this.#create(step.body, step.once)
        return
      case 'create again':
        await this.#createAgain(step.which)
        return
      case 'create nothing': {
        const answer = await this.#send('createPet', '/pets', { method: 'POST', body: {} })
        assert.equal(answer.status, 400, answer.text)
        return
      }
      case 'get': {
        const pet = this.#model.at(step.which % Math.max(1, this.#model.length))
        if (pet === undefined) return
        const answer = await this.#send('getPet', `/pets/${pet.id}`)
        assert.deepEqual(exactPet(answer.text), pet)
        return
      }
      case 'get what is not there': {
        const id = this.#model.length + step.beyond
        const answer = await this.#send('getPet', `/pets/${id}`)
        assert.equal(answer.status, 404)
        assert.equal(errorOf(answer).code, 'pet_not_found')
        return
      }
      case 'walk':
        await this.#walk(step.limit, step.status, step.meanwhile)
    }
  }

  /** Whatever happened: everything that was added is listed once, in order. */
  async finish(): Promise<void> {
    await this.#walk(limit.max, undefined, [])
    for (const status of statuses) await this.#walk(undefined, status, [])
  }

  async #create(body: Body, once: string | undefined): Promise<void> {
    const answer = await this.#post(body, once)
    assert.equal(answer.status, 201, answer.text)
    const pet = exactPet(answer.text)
    const newest = this.#model.at(-1)
    assert.ok(pet.id > (newest?.id ?? 0n), `the id ${pet.id} is not above those before`)
    assert.equal(answer.headers.location, `${this.#app.baseUrl}/pets?id=${pet.id}`)
    this.#model.push({
      ...Object.fromEntries(body.sent),
      id: pet.id,
      name: plainText(body.sent.get('name')),
      categoryId: BigInt(plainText(body.sent.get('categoryId') ?? '0')),
      status: plainText(body.sent.get('status') ?? 'available'),
    })
    assert.deepEqual(pet, this.#model.at(-1))
    if (once !== undefined) this.#repeatable.push({ once, body, text: answer.text })
  }

  async #createAgain(which: number): Promise<void> {
    const earlier = this.#repeatable.at(which % Math.max(1, this.#repeatable.length))
    if (earlier === undefined) return
    const answer = await this.#post(earlier.body, earlier.once)
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.text, earlier.text)
    assert.equal(answer.headers['idempotent-replayed'], 'true')
  }

  /** Follows the links of a list to its end, and compares the animals with the model. */
  async #walk(
    size: number | undefined,
    status: string | undefined,
    meanwhile: readonly Body[],
  ): Promise<void> {
    const listed = (): readonly ExactPet[] =>
      this.#model.filter((pet) => status === undefined || pet.status === status)
    const stood = listed().length
    const query = new URLSearchParams({
      ...(size !== undefined && { limit: String(size) }),
      ...(status !== undefined && { status }),
    })
    const seen: ExactPet[] = []
    const toAdd = [...meanwhile]
    let path: string | undefined = query.size === 0 ? '/pets' : `/pets?${query.toString()}`
    while (path !== undefined) {
      const answer: Answer = await this.#send('listPets', path)
      assert.equal(answer.status, 200, answer.text)
      const page = exactPets(answer.text)
      const next = linkOf(answer, 'next')
      const most = size ?? standardLimit
      assert.ok(page.length <= most, `${page.length} animals on a page of ${most}`)
      assert.ok(next === undefined || page.length === most, 'a page before the last is not full')
      seen.push(...page)
      path = next?.slice(this.#app.baseUrl.length)
      const added = toAdd.shift()
      if (added !== undefined) await this.#create(added, undefined)
    }
    assert.deepEqual(seen, listed().slice(0, seen.length))
    assert.ok(seen.length >= stood, `${stood} animals stood, ${seen.length} were seen`)
  }

  async #post(body: Body, once: string | undefined): Promise<Answer> {
    return await this.#send('createPet', '/pets', {
      method: 'POST',
      body: body.text,
      headers: {
        'content-type': 'application/json',
        ...(once !== undefined && { 'idempotency-key': once }),
      },
    })
  }

  async #send(operationId: string, path: string, options: Call = {}): Promise<Answer> {
    const { key, baseUrl } = this.#app
    const answer = await call(baseUrl + path, { key, agent: this.#agent, ...options })
    this.#tally.add(operationId, answer)
    return answer
  }
}

/** After any sequence of steps, the store has the same animals as the model. */
export const sequencesProperty = (tally: Tally): fc.IAsyncProperty<[readonly Step[]]> =>
  fc.asyncProperty(sequences, async (steps) => {
    await withCleanup(async (cleanup: Cleanup) => {
      const app = await startApp(cleanup)
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      cleanup.after(() => agent.destroy())
      const run = new Run(app, agent, tally)
      for (const step of steps) await run.step(step)
      await run.finish()
    })
  })
