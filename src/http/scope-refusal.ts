import { type Refusal, refusal } from '../core/errors/api-error.ts'
import { hasScopes, lackedScope, namesOf, type Scopes } from '../keys/scopes.ts'

/** The 403 of a key that may not use an operation (RFC 6750 section 3.1), or undefined if it may. */
export const scopeRefusal = (given: Scopes, needed: Scopes): Refusal | undefined => {
  if (hasScopes(given, needed)) return undefined
  // In a flood from one caller, all answers are the same.
  if (latest?.given !== given || latest.needed !== needed) {
    latest = { given, needed, refused: refusalOf(given, needed) }
  }
  return latest.refused
}

type Latest = { readonly given: Scopes; readonly needed: Scopes; readonly refused: Refusal }

let latest: Latest | undefined

const refusalOf = (given: Scopes, needed: Scopes): Refusal =>
  refusal('insufficient_scope', lackedScope(namesOf(needed), namesOf(given)), {
    'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${namesOf(needed).join(' ')}"`,
  })
