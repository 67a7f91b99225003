import { allScopes, isScope, namesOf, type Scopes, scopesOf } from '../../keys/scopes.ts'

/** Scopes as they are stored: their names with spaces between them (RFC 6749 section 3.3), or null for all. */
export const scopesText = (scopes: Scopes): string | null =>
  scopes === allScopes ? null : namesOf(scopes).join(' ')

/** A name that this version does not know allows nothing. */
export const scopesIn = (text: string | null): Scopes =>
  text === null ? allScopes : scopesOf(text.split(' ').filter(isScope))
