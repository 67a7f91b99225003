/**
 * Bodies of `POST /pets`, by the sections of RFC 8259: what it allows, what it forbids, and what it leaves to an
 * implementation. Of the grammar and of numbers there are only samples: `test/property` draws bodies of both
 * kinds for each operation, `test/unit/int64.test.ts` compares with `BigInt`, and `test/unit/json-cost.test.ts` has bodies that are large or deep.
 */

export type JsonCase = {
  readonly what: string
  readonly body: string | Uint8Array
  /** The answer of the service: 201, or the code of a 400. */
  readonly outcome: 'created' | 'invalid_json' | 'invalid_body'
  /** Words that the message of a refusal must have. */
  readonly names?: string
}

export type JsonGroup = { readonly rule: string; readonly cases: readonly JsonCase[] }

type Case = (what: string, body: string | Uint8Array, names?: string) => JsonCase
const kind =
  (outcome: JsonCase['outcome']): Case =>
  (what, body, names) => ({ what, body, outcome, ...(names !== undefined && { names }) })

const taken = kind('created')
const noNewPet = kind('invalid_body')
const refused = kind('invalid_json')
// The standard leaves these open.
const openNoText = refused
const openNoNewPet = noNewPet

const pet = '{"name":"Rex","categoryId":3}'
const named = (token: string): string => `{"name":${token},"categoryId":3}`
const counted = (token: string): string => `{"name":"Rex","categoryId":${token}}`
const bytes = (...parts: ReadonlyArray<string | readonly number[]>): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const inName = (...octets: readonly number[]): Uint8Array =>
  bytes('{"name":"', octets, '","categoryId":3}')
const utf16 = (text: string, big: boolean): Uint8Array => {
  const encoded = Buffer.from(text, 'utf16le')
  return big ? encoded.swap16() : encoded
}

export const jsonCorpus: readonly JsonGroup[] = [
  {
    rule: 'The text (section 2)',
    cases: [
      taken('an object', pet),
      taken(
        'all four kinds of white space around every token',
        ' \t\r\n{ \t\r\n"name" \t\r\n: \t\r\n"Rex" \t\r\n, \t\r\n"categoryId" \t\r\n: \t\r\n3 \t\r\n} \t\r\n',
      ),
      refused('nothing at all', '', 'is empty; send a NewPet as a JSON object'),
      refused('white space alone', ' \t\r\n'),
      refused('two values', pet + pet),
      refused('a comment to the end of the line', `// pet\n${pet}`),
    ],
  },
  {
    rule: 'Values (section 3)',
    cases: [
      noNewPet('null', 'null', 'null'),
      noNewPet('true', 'true', 'boolean'),
      noNewPet('false', 'false', 'boolean'),
      noNewPet('a number', '3', 'number'),
      noNewPet('a string', '"Rex"', 'string'),
      noNewPet('an array', `[${pet}]`, 'array'),
      noNewPet('an empty array', '[]', 'array'),
      noNewPet('null for a field', named('null'), 'name'),
      noNewPet(
        'null for an optional field',
        '{"name":"Rex","categoryId":3,"status":null}',
        'status',
      ),
      noNewPet('an object for a field', named('{"first":"Rex"}'), 'name'),
      refused('NaN', counted('NaN')),
    ],
  },
  {
    rule: 'Objects (section 4)',
    cases: [
      taken('its members in another order', '{"categoryId":3,"name":"Rex"}'),
      taken('a name spelled with an escape', String.raw`{"n\u0061me":"Rex","categoryId":3}`),
      noNewPet('an empty object', '{}', 'name is required; categoryId is required'),
      noNewPet('a name that NewPet does not have', '{"name":"Rex","categoryId":3,"age":4}', 'age'),
      noNewPet('a name in other capitals', '{"Name":"Rex","categoryId":3}', 'Name'),
      noNewPet('an empty name', '{"name":"Rex","categoryId":3,"":1}', '""'),
      noNewPet('the name id', '{"id":1,"name":"Rex","categoryId":3}', 'id is assigned'),
      noNewPet(
        'the name __proto__',
        '{"name":"Rex","categoryId":3,"__proto__":{"status":"sold"}}',
        '__proto__',
      ),
      noNewPet(
        'the name constructor',
        '{"name":"Rex","categoryId":3,"constructor":{"prototype":1}}',
        'constructor',
      ),
      openNoNewPet('a name twice', '{"name":"Rex","name":"Bella","categoryId":3}', 'name'),
      openNoNewPet(
        'a name twice, once with escapes',
        String.raw`{"name":"Rex","n\u0061\u006de":"Bella","categoryId":3}`,
        'name',
      ),
      openNoNewPet('an unknown name twice', '{"name":"Rex","categoryId":3,"age":1,"age":2}', 'age'),
      refused('a comma behind the last member', '{"name":"Rex","categoryId":3,}', 'at position 29'),
    ],
  },
  {
    rule: 'Numbers (section 6)',
    cases: [
      taken('zero', counted('0')),
      taken('minus zero, which is stored as 0', counted('-0')),
      taken('the largest int64', counted('9223372036854775807')),
      taken('the smallest int64', counted('-9223372036854775808')),
      taken('an integer beyond the doubles', counted('9007199254740993')),
      taken('an integer with a fraction of zeros', counted('3.000')),
      taken('an integer with an exponent', counted('3e2')),
      taken('an integer by fraction and exponent', counted('0.003e3')),
      noNewPet('one above the largest int64', counted('9223372036854775808'), 'categoryId'),
      noNewPet('one below the smallest int64', counted('-9223372036854775809'), 'categoryId'),
      noNewPet('a fraction', counted('3.5'), 'categoryId'),
      noNewPet('beyond the doubles', counted('1E400'), 'categoryId'),
      noNewPet('a number in a string', counted('"3"'), 'categoryId'),
      noNewPet('a number for a string', named('3'), 'name'),
      refused('a leading zero', counted('03')),
    ],
  },
  {
    rule: 'Strings (section 7)',
    cases: [
      taken('every character beyond ASCII as it is', named('"Zoë 犬 🐕"')),
      taken('the same in escapes', named(String.raw`"Zo\u00eb \u72ac \ud83d\udc15"`)),
      taken('the escapes of quote, solidus and reverse solidus', named(String.raw`"\"\/\\"`)),
      taken(
        'line and paragraph separators (U+2028, U+2029) as they are',
        named('"a\u2028b\u2029c"'),
      ),
      taken('a byte order mark within a string', named('"a\ufeffb"')),
      taken('a noncharacter (U+FFFF)', named('"\uffff"')),
      taken('the last code point (U+10FFFF)', named('"\u{10ffff}"')),
      noNewPet('the escapes of control characters', named(String.raw`"\b\f\n\r\t"`), 'name'),
      noNewPet('an escaped NUL', named(String.raw`"a\u0000b"`), 'name'),
      noNewPet('DEL (U+007F) as it is, which JSON allows', named('"a\u007fb"'), 'name'),
      noNewPet('an empty string', named('""'), 'name'),
      refused('a line feed as it is', named('"a\nb"')),
      refused('an escape of another letter', named(String.raw`"\a"`)),
    ],
  },
  {
    rule: 'Unicode (section 8)',
    cases: [
      openNoText('UTF-8 behind a byte order mark (8.1)', `\ufeff${pet}`, 'a byte order mark'),
      openNoNewPet('a high surrogate alone, escaped (8.2)', named(String.raw`"\ud83d"`), 'name'),
      openNoNewPet('a low surrogate alone, escaped (8.2)', named(String.raw`"\udc15"`), 'name'),
      openNoNewPet(
        'a pair the wrong way round, escaped (8.2)',
        named(String.raw`"\udc15\ud83d"`),
        'name',
      ),
      openNoNewPet(
        'a lone surrogate in the name of a field (8.3)',
        String.raw`{"name":"Rex","categoryId":3,"\ud83d":1}`,
        'ud83d',
      ),
      refused('UTF-16, big end first', utf16(pet, true)),
      refused('Latin-1', Buffer.from(named('"Zoë"'), 'latin1'), 'is not UTF-8'),
      refused('a sequence cut by the end of the body', bytes('{"name":"Zo', [0xc3])),
      refused('an overlong solidus of two bytes', inName(0xc0, 0xaf)),
      refused('a high surrogate in UTF-8', inName(0xed, 0xa0, 0xbd)),
    ],
  },
]
