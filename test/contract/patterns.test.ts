import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NewPet } from '../../src/resources/pets/pet.ts'
import { compileBodyReader } from '../../src/kit/schema-reader.ts'
import { openapiSource, plainDocument, resolve } from '../helpers/openapi.ts'

/**
 * The part of patterns on which the engines agree that read OpenAPI documents: ECMAScript without a flag, with `u` and
 * with `v`, Java, .NET, Python, the regex crate (Rust), and the automata of test-data generators. RE2 (Go) agrees too,
 * once `\uHHHH` is translated, as kin-openapi does for capital digits.
 *
 * ```
 * pattern     = ["^"] choice ["$"]
 * choice      = *piece *( "|" *piece )
 * piece       = atom [ "*" / "+" / "?" / "{n}" / "{n,m}" ]     n, m up to 1,000: the most that RE2 takes
 * atom        = plain / class / "(" choice ")"
 * plain       = a letter, a digit, or one of  space , ; : = _ -  the others have a meaning somewhere, like "
 * class       = "[" ["^"] 1*( member [ "-" member ] ) "]"
 * member      = "\x" 2 hex digits / "\u" 4 hex digits in capitals, from 0100 on, no surrogate
 *             / "\[" / "\]" / "\\" / "\/" / "\-" / another character of ASCII but  ( ) { } |  and controls; none twice
 *               side by side that is an operator of sets somewhere, like  &&
 * ```
 *
 * So there is no look-around, no back-reference, and no lazy or possessive quantifier. There is no class with a name
 * either: `\d` is ASCII to some engines and Unicode to others.
 *
 * @returns what is wrong with it, or undefined
 */
const portabilityFault = (pattern: string): string | undefined => {
  let at = pattern.startsWith('^') ? 1 : 0
  const end = pattern.endsWith('$') ? pattern.length - 1 : pattern.length
  let depth = 0
  let canRepeat = false
  while (at < end) {
    const rest = pattern.slice(at, end)
    const [atom] = /^(?:[A-Za-z0-9 ,;:=_-]|\[\^?(?:\\[^]|[^[\]\\])+\])/.exec(rest) ?? ['']
    const [quantifier] = /^(?:[*+?]|\{(\d+)(?:,(\d+))?\})/.exec(rest) ?? ['']
    if (atom !== '') {
      const fault = atom.startsWith('[') ? classFault(atom) : undefined
      if (fault !== undefined) return fault
      at += atom.length
      canRepeat = true
    } else if (quantifier !== '') {
      if (!canRepeat) return `nothing is repeated by ${rest}`
      if (quantifier.match(/\d+/g)?.some((times) => Number(times) > 1_000) === true) {
        return `${quantifier} is more than 1,000`
      }
      at += quantifier.length
      canRepeat = false
    } else if (rest.startsWith('|') || rest.startsWith('(')) {
      depth += rest.startsWith('(') ? 1 : 0
      at += 1
      canRepeat = false
    } else if (rest.startsWith(')') && depth > 0) {
      depth -= 1
      at += 1
      canRepeat = true
    } else {
      return `${rest} does not begin as all engines read it`
    }
  }
  return depth === 0 ? undefined : 'a group does not end'
}

const member = String.raw`(?:\\x[0-9a-f]{2}|\\u(?!00|D[89A-F])[0-9A-F]{4}|\\[[\]\\/-]|[^[\]\\/(){}|\0-\x1f\x7f-\uffff-])`
const readableClass = new RegExp(`^\\[\\^?(?:${member}(?:-${member})?)+\\]$`)

const classFault = (text: string): string | undefined => {
  if (!readableClass.test(text)) return `${text} is not a class that all engines read alike`
  if (/([&!#$%*+,.:;<=>?@^`~-])\1/.test(text)) return `${text} has an operator of sets`
  return text.startsWith('[^^') ? `${text} begins with what can mean the opposite` : undefined
}

/** Every pattern of a part of the document. */
const patternsIn = (value: unknown): readonly string[] => {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'pattern' && typeof inner === 'string' ? [inner] : patternsIn(inner),
  )
}

const patterns = [...new Set(patternsIn(plainDocument))]

for (const pattern of patterns) {
  test(`every engine reads ${JSON.stringify(pattern)}, and alike`, () => {
    assert.equal(portabilityFault(pattern), undefined)
    assert.ok(new RegExp(pattern, 'u') instanceof RegExp)
    assert.ok(new RegExp(pattern, 'v') instanceof RegExp)
    assert.ok(new RegExp(pattern) instanceof RegExp)
  })
}

test('what some engine does not read, or reads in another way, is a fault of a pattern', () => {
  const spelled = String.raw`[^\ud800-\udfff] [\u202f] [a-] [/] "a" (?!a)b (?:a) (a)\1 \d+ a+? a++ a{1,1001} \p{L} [a-z&&[^b]] a.b`
  // Characters as they are, beyond Latin-1 and beyond the basic plane.
  for (const pattern of [...spelled.split(' '), '[\u2028]', '[\u1680]', '[a-\u{1f415}]'])
    assert.notEqual(portabilityFault(`^${pattern}$`), undefined, pattern)
})

test('what the pattern of a name says is what is enforced, with and without the u flag', () => {
  const { pattern = '' } = resolve(
    plainDocument.components.schemas['NewPet']?.properties?.['name'] ?? assert.fail('No name.'),
  )
  const byPoints = new RegExp(pattern, 'u')
  const byUnits = new RegExp(pattern)
  const read = compileBodyReader(NewPet)
  const isTaken = (name: string): boolean =>
    read(Buffer.from(JSON.stringify({ name, categoryId: 1 }))).ok
  const hasControl = /\p{Cc}/u
  const isSpace = /^\p{White_Space}*$/u
  const check = (name: string): void => {
    const expected = name.isWellFormed() && !hasControl.test(name) && !isSpace.test(name)
    const spelled = JSON.stringify(name)
    assert.equal(isTaken(name), expected, spelled)
    // The document forbids lone surrogates in words: a pattern over UTF-16 units could not tell them from pairs.
    if (!name.isWellFormed()) return
    assert.equal(byPoints.test(name), expected, spelled)
    assert.equal(byUnits.test(name), expected, spelled)
  }
  for (let point = 0; point <= 0x10ffff; point += point < 0x11000 ? 1 : 997) {
    const character = String.fromCodePoint(point)
    check(character)
    check(` ${character}\u3000`)
    check(`\u2028${character}`)
    check(`a${character}b`)
  }
  for (const name of ['🐕', '👩‍👩‍👧', '\u2028\u2029', ' \u2027 ', '\u202a', '\ud83d', 'a\udc15'])
    check(name)
})

test('the document shows every character that it has, on lines that people can read', () => {
  assert.doesNotMatch(openapiSource, /(?![ \n])[\p{Z}\p{C}]/u)
  // A title makes a component of a schema, which other schemas refer to.
  const size = Buffer.byteLength(openapiSource)
  assert.ok(size <= 270_000, `openapi.json has ${size} bytes. Say once what it repeats.`)
  assert.ok(openapiSource.split('\n').length > 4_000)
})
