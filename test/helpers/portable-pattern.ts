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
export const portabilityFault = (pattern: string): string | undefined => {
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
