import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileBodyReader, compileListReader } from '../../src/kit/schema-reader.ts'
import { describeFaults } from '../../src/kit/faults.ts'
import { NewPet, NewPets } from '../../src/resources/pets/pet.ts'
import { wireLimits } from '../../src/base/limits.ts'

/** Processor time that a body may take, in milliseconds; the best of a few runs counts. */
const mostMilliseconds = 50
const runs = 5
const maxMessageLength = 8_192

const size = wireLimits.bodyBytes
const filled = (before: string, filler: string, after: string): string => {
  const room = size - Buffer.byteLength(before) - Buffer.byteLength(after)
  return before + filler.repeat(Math.floor(room / Buffer.byteLength(filler))) + after
}
const members = (name: (n: number) => string): string => {
  let text = '{'
  for (let n = 0; text.length < size - 40; n += 1) text += `"${name(n)}":1,`
  return `${text}"z":1}`
}

/** Bodies of 64 KiB that could be slow to read, or could make the message long. */
const worst: Readonly<Record<string, string>> = {
  'unknown names': members((n) => n.toString(36)),
  'unknown names in escapes': members(
    (n) => String.raw`\u00${(n % 256).toString(16).padStart(2, '0')}${n}`,
  ),
  'one name over and over': members(() => 'name'),
  'two long names': filled('{"', 'a', '":1,"b":2}'),
  'names that objects inherit': members((n) => `__proto__${n % 9}`),
  'names of 64 characters': members((n) => `${'n'.repeat(60)}${n % 9_999}`),
  'names of control characters': members((n) => String.raw`\u0001\u202e${n}`),
  'nested arrays': `{"name":${'['.repeat(32_000)}${']'.repeat(32_000)}}`,
  'nested objects': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'an open array': '['.repeat(size),
  digits: filled('{"categoryId":', '9', '}'),
  'digits and zeros': filled('{"categoryId":1', '0', '1}'),
  'a fraction of zeros': filled('{"categoryId":1.', '0', '}'),
  'a fraction of zeros and a one': filled('{"categoryId":1.', '0', '1}'),
  'a long exponent': filled('{"categoryId":1e', '9', '}'),
  'a long exponent of zeros': filled('{"categoryId":1e', '0', '}'),
  'white space': filled('{', ' ', '}'),
  'line feeds before a fault': filled('', '\n', 'x'),
  'a long name': filled('{"name":"', '🐕', '"}'),
  'a long name of spaces': filled('{"name":"', ' ', '"}'),
  'a long name in escapes': filled('{"name":"', String.raw`\ud83d\udc15`, '"}'),
  'a string that does not end': filled('{"name":"', 'a', ''),
  'escapes that do not end': filled('{"name":"', String.raw`\\`, ''),
  'reverse solidi before a fault': filled('{"name":"', String.raw`\"`, '\n"}'),
  'a list with a fault at its end': filled('[', '1,', ']'),
  'a bare word': filled('{"name":', 'a', '}'),
  'a long status': filled('{"status":"', 'a', '"}'),
}

/** An array of items that are alike, as many as its bytes allow or as given. */
const items = (text: string, most = Infinity): string =>
  `[${Array.from({ length: Math.min(most, Math.floor((size - 2) / (text.length + 1))) }, () => text).join()}]`

/** An object of that many members. */
const objectOf = (count: number, name: (n: number) => string): string =>
  `{${Array.from({ length: count }, (_, n) => `"${name(n)}":1`).join()}}`

/** Where an array is taken. */
const worstLists: Readonly<Record<string, string>> = {
  'unknown names of an object': members((n) => n.toString(36)),
  'items that are no objects': items('0'),
  'empty objects': items('{}'),
  'a hundred items of unknown names': items(
    objectOf(78, (n) => `x${n}`),
    100,
  ),
  'a hundred items with one name over and over': items(
    objectOf(70, () => 'name'),
    100,
  ),
  'one item of unknown names': `[${objectOf(7_500, (n) => n.toString(36))}]`,
  'one item of one name': `[${objectOf(7_200, () => 'name')}]`,
  'nested arrays, item by item': items(`{"name":${'['.repeat(310)}${']'.repeat(310)}}`, 100),
  'white space between brackets': filled('[', ' ', ']'),
}

for (const [where, bodies, read] of [
  ['', worst, compileBodyReader(NewPet)],
  [', where an array is taken', worstLists, compileListReader(NewPets)],
] as const) {
  for (const [what, text] of Object.entries(bodies)) {
    test(`a body of 64 KiB of ${what}${where} is refused at once, in few words`, () => {
      const body = Buffer.from(text)
      assert.ok(body.length > size * 0.7 && body.length <= size, String(body.length))
      let best = Infinity
      for (let run = 0; run < runs && best > mostMilliseconds / 4; run += 1) {
        const before = process.cpuUsage()
        const reading = read(body)
        const message = reading.ok ? '' : describeFaults(reading.faults)
        const { user, system } = process.cpuUsage(before)
        best = Math.min(best, (user + system) / 1_000)
        assert.ok(message.length > 10 && message.length <= maxMessageLength, String(message.length))
        assert.ok(message.isWellFormed())
      }
      assert.ok(best < mostMilliseconds, `${best} ms`)
    })
  }
}
