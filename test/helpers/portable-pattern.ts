/**
 * The part of patterns on which all engines agree that read OpenAPI documents: ECMAScript with and without the `u` flag
 * (units of UTF-16), RE2 (Go), the regex crate (Rust), .NET, Java, Python, and the automata of test-data generators.
 *
 * ```
 * pattern     = ["^"] choice ["$"]
 * choice      = *piece *( "|" *piece )
 * piece       = atom [ "*" / "+" / "?" / "{n}" / "{n,m}" ]     n, m up to 1,000: the most that RE2 takes
 * atom        = plain / class / "(" choice ")"
 * plain       = a letter, a digit, or one of  space , ; : = _ -  the others have a meaning somewhere, like "
 * class       = "[" ["^"] 1*( member [ "-" member ] ) ["-"] "]"
 * member      = "\x" 2 hex digits / "\[" / "\]" / "\\" / a character of the basic plane but those, no surrogate, no
 *               control and no line end; none twice of  & - ~ |  side by side, which are operators of sets
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
    const [atom] = /^(?:[A-Za-z0-9 ,;:=_-]|\[\^?(?:\\x[0-9a-f]{2}|\\[[\]\\]|[^[\]\\])+\])/.exec(
      rest,
    ) ?? ['']
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

const classFault = (text: string): string | undefined => {
  const members = text.replace(/^\[\^?/, '').slice(0, -1)
  if (/&&|--|~~|\|\|/.test(members)) return `${text} has an operator of sets`
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(members)) return `${text} has a control, or a line end`
  if (!/^[\0-\uffff]*$/u.test(members)) return `${text} has a character beyond the basic plane`
  if (/^[-^]/.test(members)) return `${text} begins with what can mean a range or the opposite`
  return undefined
}
