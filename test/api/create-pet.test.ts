import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exactPet, exactPets } from '../helpers/exact-json.ts'
import { startApp, temporaryFolder, type TestApp } from '../helpers/app.ts'
import { type Answer, call, linkOf } from '../helpers/http.ts'
import { assertMarked, assertRefused } from '../helpers/refusal.ts'
import { givenFields } from '../helpers/pet-fields.ts'

const json = { 'content-type': 'application/json' }

const create = async (app: TestApp, body: unknown): Promise<Answer> =>
  await app.call('/pets', { method: 'POST', body, headers: json })

test('an animal is added with the next id, and Location leads to it', async (t) => {
  const app = await startApp(t)
  const answer = await create(app, { name: 'Rex', categoryId: 3, status: 'pending' })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers['content-type'], 'application/json')
  assert.equal(answer.text, '{"id":1,"name":"Rex","categoryId":3,"status":"pending"}')
  assert.equal(answer.headers['location'], `${app.baseUrl}/pets?id=1`)
  assertMarked(answer)
  assert.equal(
    (await create(app, { name: 'Bella', categoryId: 3 })).headers['location'],
    `${app.baseUrl}/pets?id=2`,
  )
  const read = await call(answer.headers['location'] ?? '', { key: app.key })
  assert.equal(read.text, `[${answer.text}]`)
})

test('a status that is left out becomes available', async (t) => {
  const app = await startApp(t)
  const answer = await create(app, { name: 'Rex', categoryId: 3 })
  assert.equal(exactPet(answer.text).status, 'available')
  const listed = await app.call('/pets?status=available')
  assert.equal(listed.text, `[${answer.text}]`)
})

for (const digits of [
  '9223372036854775807',
  '-9223372036854775808',
  '9007199254740993',
  '-9007199254740993',
  '0',
]) {
  test(`categoryId ${digits} comes back digit for digit, after a restart too`, async (t) => {
    const dataDir = temporaryFolder(t)
    const first = await startApp(t, { dataDir })
    const expected = `{"id":1,"name":"Rex","categoryId":${digits},"status":"available"}`
    const created = await create(first, `{"name":"Rex","categoryId":${digits}}`)
    assert.equal(created.text, expected)
    const again = async (app: TestApp): Promise<void> => {
      assert.equal((await app.call('/pets')).text, `[${expected}]`)
      assert.equal((await app.call('/pets?status=available&limit=1')).text, `[${expected}]`)
      assert.equal((await app.call('/pets/1')).text, expected)
    }
    await again(first)
    await first.close()
    await again(await startApp(t, { dataDir }))
  })
}

test('every spelling of an integer is taken, and written in its plain one', async (t) => {
  const app = await startApp(t)
  for (const [spelling, digits] of [
    ['1.0', '1'],
    ['1e2', '100'],
    ['-0', '0'],
    ['9.223372036854775807e18', '9223372036854775807'],
    ['0e9999', '0'],
  ]) {
    const answer = await create(app, `{"name":"Rex","categoryId":${spelling}}`)
    assert.equal(answer.status, 201)
    assert.match(answer.text, new RegExp(`"categoryId":${digits},`))
  }
})

for (const [what, value, shown] of [
  ['a fraction', '1.5', '1.5'],
  ['text', '"1"', '"1"'],
  ['one too large', '9223372036854775808', '9223372036854775808'],
  ['one too small', '-9223372036854775809', '-9223372036854775809'],
  ['null', 'null', 'null'],
  ['an object', '{}', '{}'],
  ['true', 'true', 'true'],
] as const) {
  test(`a categoryId that is ${what} is refused`, async (t) => {
    const app = await startApp(t)
    const answer = await create(app, `{"name":"Rex","categoryId":${value}}`)
    const message = assertRefused(answer, 'invalid_body')
    assert.equal(
      message,
      `categoryId must be an integer from -9223372036854775808 to 9223372036854775807, not ${shown}.`,
    )
    assert.equal((await app.call('/pets')).text, '[]', 'nothing was added')
  })
}

for (const name of [
  'x',
  '🐈'.repeat(200),
  'e\u0301'.repeat(100),
  '  leading, trailing  ',
  '\u00a0x\u3000',
  '\u200b',
  '__proto__',
  '"; DROP TABLE pets; --',
  'Zoë 犬 כלב',
]) {
  test(`the name ${JSON.stringify(name).slice(0, 30)} is kept exactly as sent`, async (t) => {
    const app = await startApp(t)
    const answer = await create(app, { name, categoryId: 3 })
    assert.equal(answer.status, 201)
    assert.equal(exactPet(answer.text).name, name)
    const [pet] = exactPets((await app.call('/pets')).text)
    assert.equal(pet?.name, name)
  })
}

for (const [what, spelled] of [
  ['empty', '""'],
  ['201 code points long', JSON.stringify('🐈'.repeat(201))],
  ['201 letters long', JSON.stringify('x'.repeat(201))],
  ['of white space only', '" \\u00a0\\u2003\\u3000"'],
  ['with a tab', '"a\\tb"'],
  ['with a line end', '"a\\nb"'],
  ['with a NUL', '"a\\u0000b"'],
  ['with DEL', '"a\\u007fb"'],
  ['with a C1 control', '"a\\u0085b"'],
  ['with a lone high surrogate', '"a\\ud800b"'],
  ['with a lone low surrogate', '"\\udc00"'],
  ['with surrogates in the wrong order', '"\\udc00\\ud800"'],
  ['a number', '7'],
  ['null', 'null'],
  ['an array', '["Rex"]'],
] as const) {
  test(`a name that is ${what} is refused`, async (t) => {
    const app = await startApp(t)
    const answer = await create(app, `{"name":${spelled},"categoryId":3}`)
    assertRefused(answer, 'invalid_body', /^name must /)
  })
}

test('the message names everything that is wrong', async (t) => {
  const app = await startApp(t)
  const message = assertRefused(
    await create(app, '{"categoryId":1.5,"status":null,"id":7,"colour":"red","colour":1}'),
    'invalid_body',
  )
  for (const part of [
    'name is required',
    'categoryId must be an integer',
    'status must be one of available, pending, sold, not null',
    'id is assigned by the service, so leave it out',
    `colour is not a field of a NewPet, which takes ${givenFields}`,
    'colour is given more than once',
  ]) {
    assert.ok(message.includes(part), `${part} in: ${message}`)
  }
})

test('a field that is given twice is refused, however it is spelled', async (t) => {
  const app = await startApp(t)
  const answer = await create(app, String.raw`{"name":"Rex","n\u0061me":"Max","categoryId":3}`)
  assertRefused(answer, 'invalid_body', /name is given more than once/)
})

test('a message about a huge value stays short and is well-formed', async (t) => {
  const app = await startApp(t)
  for (const body of [
    { name: 'Rex', categoryId: 3, status: '🐈'.repeat(5_000) },
    { name: 'Rex', categoryId: 3, ['🐈'.repeat(5_000)]: 1 },
    { name: 'Rex', categoryId: 3, [`x${'🐈'.repeat(5_000)}`]: 1, status: `x${'🐈'.repeat(50)}` },
    Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`field${n}`, n])),
  ]) {
    const message = assertRefused(await create(app, body), 'invalid_body')
    assert.ok(message.length < 5_000)
    assert.ok(message.isWellFormed(), 'no character is cut in two')
  }
})

for (const [what, body] of [
  ['cut short', '{"name":"Rex"'],
  ['empty', ''],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ['behind a byte order mark', '\uFEFF{}'],
] as const) {
  test(`a body that is ${what} is no JSON`, async (t) => {
    const app = await startApp(t)
    assertRefused(await create(app, body), 'invalid_json')
  })
}

test('a request without any body is refused as empty', async (t) => {
  const app = await startApp(t)
  const answer = await app.call('/pets', { method: 'POST' })
  assertRefused(answer, 'invalid_json', /^The body is empty; send a NewPet as a JSON object\.$/)
})

test('a body takes up to 64 KiB', async (t) => {
  const app = await startApp(t)
  const padded = (size: number): string => '{"name":"Rex","categoryId":3}'.padStart(size, ' ')
  assert.equal((await create(app, padded(65_536))).status, 201)
  assertRefused(await create(app, padded(65_537)), 'body_too_large', /65536 bytes/)
})

for (const type of [
  'text/plain',
  'application/jsonx',
  'application/x-www-form-urlencoded',
  'json',
]) {
  test(`a body that is ${type} is refused`, async (t) => {
    const app = await startApp(t)
    const answer = await app.call('/pets', {
      method: 'POST',
      body: '{"name":"Rex","categoryId":3}',
      headers: { 'content-type': type },
    })
    assertRefused(answer, 'unsupported_media_type', /send it as application\/json/)
  })
}

test('creations at once each get an id of their own, in unbroken order', async (t) => {
  const app = await startApp(t)
  const answers = await Promise.all(
    Array.from(
      { length: 100 },
      async (_, n) => await create(app, { name: `Pet ${n}`, categoryId: n }),
    ),
  )
  const ids = answers.map(({ text }) => Number(exactPet(text).id)).sort((a, b) => a - b)
  assert.deepEqual(
    ids,
    Array.from({ length: 100 }, (_, n) => n + 1),
  )
  const page = await app.call('/pets?limit=100')
  assert.equal(exactPets(page.text).length, 100)
  assert.equal(linkOf(page, 'next'), undefined)
})
