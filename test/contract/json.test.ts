import assert from 'node:assert/strict'
import { it } from '../helpers/app.ts'
import { errorOf } from '../helpers/http.ts'

const pet = '{"name":"Rex","categoryId":3}'

/**
 * Bodies of `POST /pets`, and words of their refusals. `test/property` draws the numbers, strings and members of all bodies, and
 * `patterns.test.ts` has each character of a string.
 */
const refused: ReadonlyArray<
  readonly [what: string, code: string, body: string | Uint8Array, says: string]
> = [
  ['nothing at all', 'invalid_json', '', 'is empty; send a NewPet as a JSON object'],
  [
    'a comma behind the last member',
    'invalid_json',
    pet.replace('}', ',}'),
    'is not JSON (RFC 8259): Expected double-quoted property name in JSON at position 29',
  ],
  ['UTF-8 behind a byte order mark', 'invalid_json', `\ufeff${pet}`, 'a byte order mark'],
  ['Latin-1', 'invalid_json', Buffer.from(pet.replace('x', 'é'), 'latin1'), 'is not UTF-8'],
  ['null', 'invalid_body', 'null', 'is null'],
  ['a boolean', 'invalid_body', 'true', 'is a boolean'],
  ['a number', 'invalid_body', '3', 'is a number'],
  ['a string', 'invalid_body', '"Rex"', 'is a string'],
  ['an array', 'invalid_body', `[${pet}]`, 'is an array; send a NewPet'],
  ['the name id', 'invalid_body', pet.replace('{', '{"id":1,'), 'id is assigned'],
  [
    'a lone surrogate in a name',
    'invalid_body',
    pet.replace('}', String.raw`,"\ud83d":1}`),
    'ud83d',
  ],
]

it('a body that is no NewPet in JSON is refused in words', async (app) => {
  for (const [what, code, body, says] of refused) {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await app.call('/pets', { method: 'POST', body, headers })
    const error = errorOf(answer)
    assert.deepEqual([answer.status, error.code], [400, code], what)
    assert.ok(error.message.includes(says), `${what}: ${error.message}`)
    assert.ok(error.message.isWellFormed(), what)
    assert.doesNotMatch(error.message, /\p{Cc}/u, what)
  }
})
