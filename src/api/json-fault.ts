/** The place at which a text stops being JSON, as an offset in UTF-16 units, and the reason. */
type JsonFault = { readonly at: number; readonly problem: string }

/** What may come next. */
type State = 'value' | 'first item' | 'first name' | 'name' | 'colon' | 'comma' | 'end'

const expected: Readonly<Record<State, string>> = {
  value: 'a value',
  'first item': 'a value or a closing bracket',
  'first name': 'a name or a closing brace',
  name: 'a name',
  colon: 'a colon',
  comma: 'a comma or the closing bracket',
  end: 'nothing more',
}

const spaces = /[ \t\n\r]*/y
const words = /true|false|null/y
const numbers = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** A string up to its end, or up to what a string cannot have. */
// eslint-disable-next-line no-control-regex -- control characters are what it stops at
const stringRuns = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y

/**
 * Explains why a text is not JSON (RFC 8259), without quoting it. It runs only after `JSON.parse` has refused the text,
 * so only the message depends on it.
 *
 * @returns a clause with the place, or undefined if nothing is wrong
 */
export const describeJsonFault = (text: string): string | undefined => {
  const fault = findFault(text)
  if (fault === undefined) return undefined
  const before = text.slice(0, fault.at)
  const line = before.split('\n').length
  const column = fault.at - before.lastIndexOf('\n')
  return `${fault.problem} (line ${line}, column ${column})`
}

/** Walks the grammar of RFC 8259 with its own stack, which deep nesting cannot exhaust. */
const findFault = (text: string): JsonFault | undefined => {
  const open: string[] = []
  let state = 'value' as State
  let at = endOf(spaces, text, 0)
  while (at < text.length) {
    const character = text.charAt(at)
    let end = at + 1
    if (character === closing(open) && (state === 'comma' || state.startsWith('first'))) {
      open.pop()
      state = afterValue(open)
    } else if (state === 'comma' && character === ',') {
      state = open.at(-1) === '{' ? 'name' : 'value'
    } else if (state === 'colon' && character === ':') {
      state = 'value'
    } else if (state === 'colon' || state === 'comma' || state === 'end') {
      return { at, problem: misplaced(text, at, state) }
    } else if (character === '"') {
      end = endOf(stringRuns, text, at)
      if (text.charAt(end) !== '"') return stringFault(text, end)
      end += 1
      state = state === 'name' || state === 'first name' ? 'colon' : afterValue(open)
    } else if (state === 'name' || state === 'first name') {
      return { at, problem: misplaced(text, at, state) }
    } else if (character === '{' || character === '[') {
      open.push(character)
      state = character === '{' ? 'first name' : 'first item'
    } else {
      end = Math.max(endOf(words, text, at), endOf(numbers, text, at))
      if (end === at) return { at, problem: misplaced(text, at, state) }
      const problem = numberFault(text, at, end)
      if (problem !== undefined) return { at, problem }
      state = afterValue(open)
    }
    at = endOf(spaces, text, end)
  }
  return state === 'end' ? undefined : { at, problem: `it ends where ${expected[state]} should be` }
}

/** The end of a match of a sticky pattern; `from` if there is none. */
const endOf = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

const closing = (open: readonly string[]): string | undefined => {
  const innermost = open.at(-1)
  return innermost === undefined ? undefined : innermost === '{' ? '}' : ']'
}

const afterValue = (open: readonly string[]): State => (open.length === 0 ? 'end' : 'comma')

const stringFault = (text: string, at: number): JsonFault => {
  if (at >= text.length) return { at, problem: 'a string does not end' }
  return text.charAt(at) === '\\'
    ? { at, problem: 'a string has an escape that JSON does not have' }
    : { at, problem: 'a string has a control character that is not escaped' }
}

const numberFault = (text: string, from: number, end: number): string | undefined => {
  const next = text.charAt(end)
  const number = text.slice(from, end)
  if (/\d/.test(next)) return 'a number has a leading zero'
  if (next === '.' && /\d$/.test(number)) return 'a number has no digit behind its point'
  if (/[eE]/.test(next) && /\d$/.test(number)) return 'a number has no digit in its exponent'
  if (/[xXoObB]/.test(next) && /^-?0$/.test(number)) return 'a number is not decimal'
  return /[\w$]/.test(next) ? 'a word or number goes on where it should end' : undefined
}

/** Describes a common mistake, if there is one in place of what was expected. */
const misplaced = (text: string, at: number, state: State): string => {
  const character = text.charAt(at)
  if (character === '/' || character === '#') return 'there is a comment, and JSON has none'
  if (character === "'" || character === '`') return 'a quotation mark is not a double one'
  if (state === 'end') return 'something follows the one value of the text'
  const comma = text.slice(0, at).trimEnd().endsWith(',')
  if (/[}\]]/.test(character) && comma) return 'a comma has nothing behind it'
  if (state === 'value' || state === 'first item') {
    if (/^-?(?:NaN|Infinity)/.test(text.slice(at, at + 9))) return 'NaN and Infinity are no JSON'
    if (character === '+') return 'a number has a plus sign'
    if (character === '-') return 'a minus sign has no digit behind it'
    if (character === '.') return 'a number has no digit before its point'
    if (/[\w$]/.test(character)) return 'there is a word other than true, false and null'
  }
  if (state.endsWith('name') && /[\w$]/.test(character)) return 'a name is not in double quotes'
  if (/[^ -~]/.test(character)) return 'there is a character that JSON has inside of strings only'
  return `there should be ${expected[state]}`
}
