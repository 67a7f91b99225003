import { type Refusal, refusal } from '../core/errors/api-error.ts'
import { hasScopes, namesOf, type Scopes } from '../keys/scopes.ts'

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
  refusal(
    'insufficient_scope',
    `This operation needs the scope ${namesOf(needed).join(' and ')}, which this API key does not have; it has ${namesOf(given).join(', ') || 'none'}. Use another key, or ask the operator to give this one the scope.`,
    {
      'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${namesOf(needed).join(' ')}"`,
    },
  )
