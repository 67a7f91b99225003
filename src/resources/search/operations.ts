import { scopeRefusal, type Scopes, scopesOf, type Scope } from '../../access/keys/scopes.ts'
import { defineOperation } from '../../kit/operation.ts'
import { defineResource } from '../../kit/resource.ts'
import type { Static } from 'typebox'
import { Choice, Component, Type } from '../../base/schema/type.ts'
import { Int64, Line, Text } from '../../kit/fields.ts'
import { limitOf, severalOf } from '../../kit/paging.ts'
import { categories } from '../categories/category.ts'
import { contacts } from '../contacts/table.ts'
import { notes } from '../notes/changes.ts'
import { orders } from '../orders/table.ts'
import { pets } from '../pets/table.ts'

/** The searched tables, and the scope that reads each. Among equally good results, those of earlier tables come first. */
export const sources = [
  { table: pets, scope: 'pets:read' },
  { table: contacts, scope: 'contacts:read' },
  { table: orders, scope: 'orders:read' },
  { table: categories, scope: 'pets:read' },
  { table: notes, scope: 'notes:read' },
] as const satisfies ReadonlyArray<{ readonly table: object; readonly scope: Scope }>

const kinds = sources.map(({ table }) => table.search.kind)

export const SearchResult = Component('SearchResult', 'Something that a search found.', {
  kind: Choice(kinds, { description: 'What was found.' }),
  id: Int64('Its `id`.', 1n),
  title: Type.Optional(
    Text(
      'Its name; for an order the `reference`, which may be missing; for a note its text.',
      200,
      'Rex',
    ),
  ),
  detail: Type.Optional(Text('How it differs from others, like its `status`.', 200, 'available')),
  petId: Type.Optional(Int64('The animal that it is, or is about.', 1n)),
  orderId: Type.Optional(Int64('The order that a note is about.', 1n)),
  contactId: Type.Optional(Int64('The contact that a note is about.', 1n)),
})
export type SearchResult = Static<typeof SearchResult>

/** The default and the maximum number of results. */
const length = { default: 20, maximum: 50 } as const

export const SearchResults = Type.Array(SearchResult, {
  title: 'SearchResults',
  description: 'What a search found, the best first.',
  maxItems: length.maximum,
})

export const SearchQuery = Type.Object(
  {
    q: Line('What to look for: words, parts of words, or an `id`.', 100, 'rex', 1),
    kind: Type.Optional(
      severalOf(Choice(kinds, {}), 'Only results of these kinds.', kinds.length, kinds.slice(0, 1)),
    ),
    limit: limitOf('results', length),
  },
  { additionalProperties: false, required: ['q'] },
)

export const search = defineOperation({
  method: 'GET',
  path: '/search',
  scope: 'pets:read',
  alternativeScopes: ['contacts:read', 'orders:read', 'notes:read'],
  summary: 'Search',
  description:
    'Finds what has all words of `q`, or has `q` as its `id`, among what the API key may read: animals by their names and profiles, contacts by name, mail address and the digits of the phone (scope `contacts:read`), orders by their references (scope `orders:read`), categories by their names, and notes by their text (scope `notes:read`). A word may be part of another; one of two characters is the beginning of a word, and one of a single character a whole word. The case of letters, accents and punctuation make no difference. The best come first: the `id`, then the whole title, then titles that begin with it, then others; among equals, animals that are not `sold` come first, then the newest. If many match equally well, only the 500 newest are considered. There are no further pages.',
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

export const searchResource = defineResource({
  name: 'search',
  description: 'One search over all that the store has.',
  operations: { search },
})
