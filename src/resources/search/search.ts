import type { Static } from 'typebox'
import { Choice, Type } from '../../base/schema/type.ts'
import { Int64, Line, Text } from '../../kit/fields.ts'
import { limitOf, severalOf } from '../../kit/paging.ts'
import type { Scope } from '../../access/keys/scopes.ts'
import { categories } from '../categories/table.ts'
import { contacts } from '../contacts/table.ts'
import { notes } from '../notes/changes.ts'
import { orders } from '../orders/table.ts'
import { pets } from '../pets/table.ts'

/** The tables whose rows a search finds, and the scope that reads them. Of results as good, those of the first come first. */
export const sources = [
  { table: pets, scope: 'pets:read' },
  { table: contacts, scope: 'contacts:read' },
  { table: orders, scope: 'orders:read' },
  { table: categories, scope: 'pets:read' },
  { table: notes, scope: 'notes:read' },
] as const satisfies ReadonlyArray<{ readonly table: object; readonly scope: Scope }>

const kinds = sources.map(({ table }) => table.search.kind)

export const SearchResult = Type.Object(
  {
    kind: Choice(kinds, { description: 'What was found.' }),
    id: Int64('Its `id`.', 1n),
    title: Type.Optional(
      Text(
        'Its name: of an order the `reference`, which may be missing; of a note its text.',
        200,
        'Rex',
      ),
    ),
    detail: Type.Optional(Text('What tells it from others, like its `status`.', 200, 'available')),
    petId: Type.Optional(Int64('The animal that it is, or is about.', 1n)),
    orderId: Type.Optional(Int64('The order that a note is about.', 1n)),
    contactId: Type.Optional(Int64('The contact that a note is about.', 1n)),
  },
  { title: 'SearchResult', description: 'Something that a search found.' },
)
export type SearchResult = Static<typeof SearchResult>

/** How many results a search has, unless it says otherwise, and at most. */
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
