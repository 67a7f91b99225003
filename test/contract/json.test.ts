import assert from 'node:assert/strict'
import { it } from '../helpers/app.ts'
import { errorOf } from '../helpers/http.ts'
import { jsonCorpus } from './json-corpus.ts'

const maxMessageLength = 8_192

for (const { rule, cases } of jsonCorpus) {
  it(`JSON as the body of an animal: ${rule}`, async (app) => {
    for (const { what, body, outcome, names } of cases) {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await app.call('/pets', { method: 'POST', body, headers })
      const got = answer.status === 201 ? 'created' : errorOf(answer).code
      assert.equal(got, outcome, `${what}: ${answer.text}`)
      if (answer.status === 201) continue
      assert.equal(answer.status, 400)
      const { message } = errorOf(answer)
      assert.ok(message.includes(names ?? ''), `${what}: ${message}`)
      assert.ok(message.length <= maxMessageLength, `${what}: ${message.length} characters`)
      assert.ok(message.isWellFormed(), what)
      assert.doesNotMatch(message, /\p{Cc}/u, what)
    }
  })
}
