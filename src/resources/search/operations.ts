import { scopeRefusal, type Scopes, scopesOf } from '../../access/keys/scopes.ts'
import { defineOperation } from '../../kit/operation.ts'
import type { Resource } from '../../kit/resource.ts'
import { SearchQuery, SearchResults, sources } from './search.ts'

export const search = defineOperation({
  id: 'search',
  method: 'GET',
  path: '/search',
  scope: 'pets:read',
  alternativeScopes: ['contacts:read', 'orders:read', 'notes:read'],
  summary: 'Search',
  description:
    'Finds what has all words of `q`, or has it as its `id`, among what the API key may read: animals by their names and profiles, contacts by name, mail address and the digits of the phone (scope `contacts:read`), orders by their references (scope `orders:read`), categories by their names, and notes by their text (scope `notes:read`). A word may be part of another; one of two characters is the beginning of a word, and one of a single character a whole word. The case of letters, accents and punctuation make no difference. The best come first: the `id`, then the whole title, then titles that begin so, then others; of these animals that are not `sold`, then the newest. Of many that fit as well only the 500 newest compete. There are no further pages.',
  query: SearchQuery,
  answers: {
    200: { description: 'What was found; an empty array if nothing was.', schema: SearchResults },
  },
  handle: async ({ query: { q, kind, limit }, caller: { scopes } }, { store }) => {
    const wanted = sources.filter(({ table }) => kind?.includes(table.search.kind) ?? true)
    const hidden = kind && wanted.find((source) => !isReadable(source, scopes))
    if (hidden) return scopeRefusal(scopes, hidden.scope, `The kind ${hidden.table.search.kind}`)
    const tables = wanted.filter((source) => isReadable(source, scopes)).map(({ table }) => table)
    const hits = await store.search({ text: q, tables, limit })
    return { status: 200, value: hits.map(({ about, ...hit }) => ({ ...hit, ...about })) }
  },
})

const isReadable = ({ scope }: (typeof sources)[number], scopes: Scopes): boolean =>
  (scopes & scopesOf([scope])) !== 0

export const searchResource: Resource = {
  name: 'search',
  description: 'One search over all that the store has.',
  operations: [search],
}
