import { defaultScopes, everyScope, scopesOf } from '../../src/access/keys/scopes.ts'

/** What keys of a version without `orders:manage` had. Null is all. */
const before = ['orders:write', 'pets:read orders:write events:read', 'orders:read', '', null]

/** What they have now. */
export const keysAfter: readonly number[] = before.map((names) =>
  names === null
    ? defaultScopes
    : scopesOf(
        everyScope.filter(
          (scope) =>
            names.split(' ').includes(scope) ||
            (scope === 'orders:manage' && names.includes('orders:write')),
        ),
      ),
)

/** The statements that insert such keys. @param hash an expression */
export const oldKeys = (
  hash: string,
  more: Readonly<Record<string, (at: number) => string>> = {},
) =>
  before
    .map((names, at) => {
      const scopes = names === null ? 'NULL' : `'${names}'`
      const columns = Object.keys(more).map((column) => `, ${column}`)
      const values = Object.values(more).map((value) => `, ${value(at)}`)
      return `INSERT INTO api_keys
        (id, owner_id, hash, name, plan, per_minute, per_day, open_orders, scopes, created_at${columns.join('')})
        VALUES ('key_${at}', 'key_${at}', ${hash}, 'A', 'free', 7, 9, 5, ${scopes}, ${at}${values.join('')})`
    })
    .join(';')
