import { type Refusal, refusal } from '../core/errors/api-error.ts'
import { lackedScope, namesOf, type Scopes } from './scopes.ts'

/** The 403 of a key that lacks a scope of an operation (RFC 6750 section 3.1). */
export const scopeRefusal = (given: Scopes, needed: Scopes): Refusal => {
  // In a flood from one caller, all refusals are the same.
  if (latest?.given !== given || latest.needed !== needed) {
    latest = { given, needed, refused: refusalOf(given, needed) }
  }
  return latest.refused
}

type Latest = { readonly given: Scopes; readonly needed: Scopes; readonly refused: Refusal }

let latest: Latest | undefined

/** @param what what needs the scope, if not the operation itself */
export const refusalOf = (given: Scopes, needed: Scopes, what?: string): Refusal =>
  refusal('insufficient_scope', lackedScope(namesOf(needed), namesOf(given), what), {
    'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${namesOf(needed).join(' ')}"`,
  })
