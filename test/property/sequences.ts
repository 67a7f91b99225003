import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { startApp, type TestApp } from '../helpers/app.ts'
import { withCleanup } from '../helpers/cleanup.ts'
import { type ExactPet, exactPet, exactPets } from '../helpers/exact-json.ts'
import { type Answer, type Call, linkOf } from '../helpers/http.ts'
import { operationNamed, resolve, type Schema } from '../helpers/openapi.ts'
import { allowedBody, type Body } from './bodies.ts'
import type { Tally } from './tally.ts'
import { plainText } from './texts.ts'

/** A way through a list of animals; `meanwhile` are added, one after each page. */
type Walk = {
  readonly limit?: number | undefined
  readonly status?: string | undefined
  readonly meanwhile?: readonly Body[]
}

/** One step of a sequence. A number selects one of the animals that exist by then. */
type Step =
  | { readonly kind: 'create'; readonly body: Body; readonly once: string | undefined }
  | { readonly kind: 'create again'; readonly which: number }
  | { readonly kind: 'get'; readonly which: number }
  | ({ readonly kind: 'walk' } & Walk)

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
const sequences: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { arbitrary: create, weight: 6 },
    { arbitrary: walk, weight: 2 },
    fc.record({ kind: fc.constant('create again' as const), which: fc.nat() }),
    fc.record({ kind: fc.constant('get' as const), which: fc.nat() }),
  ),
  { minLength: 1, maxLength: 40, size: 'max' },
)

/** A store, with its model: the added animals in order, and the requests to repeat. */
class Run {
  readonly #app: TestApp
  readonly #tally: Tally
  readonly #model: ExactPet[] = []
  readonly #repeatable: Array<{ readonly once: string; body: Body; readonly text: string }> = []

  constructor(app: TestApp, tally: Tally) {
    this.#app = app
    this.#tally = tally
  }

  async step(step: Step): Promise<void> {
    if (step.kind === 'create') return await this.#create(step.body, step.once)
    if (step.kind === 'walk') return await this.walk(step)
    if (step.kind === 'create again') {
      const earlier = this.#repeatable.at(step.which % Math.max(1, this.#repeatable.length))
      if (earlier === undefined) return
      const answer = await this.#post(earlier.body, earlier.once)
      assert.equal(answer.text, earlier.text)
      assert.equal(answer.headers['idempotent-replayed'], 'true')
      return
    }
    const pet = this.#model.at(step.which % Math.max(1, this.#model.length))
    if (pet === undefined) return
    assert.deepEqual(exactPet((await this.#send('getPet', `/pets/${pet.id}`)).text), pet)
  }

  async #create(body: Body, once?: string): Promise<void> {
    const { text, headers } = await this.#post(body, once)
    const pet = exactPet(text)
    const newest = this.#model.at(-1)
    assert.ok(pet.id > (newest?.id ?? 0n), `the id ${pet.id} is not above those before`)
    assert.equal(headers.location, `${this.#app.baseUrl}/pets?id=${pet.id}`)
    const added = {
      ...Object.fromEntries(body.sent),
      id: pet.id,
      name: plainText(body.sent.get('name')),
      categoryId: BigInt(plainText(body.sent.get('categoryId') ?? '0')),
      status: plainText(body.sent.get('status') ?? 'available'),
    }
    assert.deepEqual(pet, added)
    this.#model.push(added)
    if (once !== undefined) this.#repeatable.push({ once, body, text })
  }

  /** Follows the links of a list to its end, and compares the animals with the model. */
  async walk({ limit: size, status, meanwhile = [] }: Walk): Promise<void> {
    const listed = (): readonly ExactPet[] =>
      this.#model.filter((pet) => status === undefined || pet.status === status)
    const stood = listed().length
    const most = size ?? standardLimit
    const seen: ExactPet[] = []
    const toAdd = [...meanwhile]
    const query = { ...(size && { limit: String(size) }), ...(status && { status }) }
    let path: string | undefined = `/pets?${new URLSearchParams(query).toString()}`
    while (path !== undefined) {
      const answer: Answer = await this.#send('listPets', path)
      const page = exactPets(answer.text)
      const next = linkOf(answer, 'next')
      assert.ok(page.length <= most, `${page.length} animals on a page of ${most}`)
      assert.ok(next === undefined || page.length === most, 'a page before the last is not full')
      seen.push(...page)
      path = next?.slice(this.#app.baseUrl.length)
      const added = toAdd.shift()
      if (added !== undefined) await this.#create(added)
    }
    assert.deepEqual(seen, listed().slice(0, seen.length))
    assert.ok(seen.length >= stood, `${stood} animals stood, ${seen.length} were seen`)
  }

  async #post(body: Body, once: string | undefined): Promise<Answer> {
    const headers = {
      'content-type': 'application/json',
      ...(once !== undefined && { 'idempotency-key': once }),
    }
    return await this.#send('createPet', '/pets', { method: 'POST', body: body.text, headers })
  }

  async #send(operationId: string, path: string, options: Call = {}): Promise<Answer> {
    const answer = await this.#app.call(path, options)
    this.#tally.add(operationId, answer)
    assert.equal(answer.status, operationId === 'createPet' ? 201 : 200, answer.text)
    return answer
  }
}

/** After any sequence of steps, everything that was added is listed once, in order. */
export const sequencesProperty = (tally: Tally): fc.IAsyncProperty<[readonly Step[]]> =>
  fc.asyncProperty(sequences, async (steps) => {
    await withCleanup(async (cleanup) => {
      const run = new Run(await startApp(cleanup), tally)
      for (const step of steps) await run.step(step)
      await run.walk({ limit: limit.max })
      for (const status of statuses) await run.walk({ status })
    })
  })
