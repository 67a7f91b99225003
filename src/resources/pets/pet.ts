import type { Static } from 'typebox'
import { Choice, Component, Type } from '../../base/schema/type.ts'
import { AssignedId, Int64, Line, Name, titled } from '../../kit/fields.ts'
import { mergePatch } from '../../kit/merge-patch.ts'
import { severalOf, extension, listOf, pageQuery } from '../../kit/paging.ts'

/**
 * The schemas of an animal. Each is at once the validation, the serialisation, the TypeScript type
 * and the component of the OpenAPI document that its title names.
 */

/** Every status, in the order of the interface document. */
export const petStatuses = ['available', 'pending', 'sold'] as const
export type PetStatus = (typeof petStatuses)[number]

export const PetStatus = Choice(petStatuses, {
  title: 'PetStatus',
  description: 'Whether the animal can be adopted.',
})

/** The fields of an animal that a client sends. The description of `status` differs by schema. */
const clientFields = (status: string, more: object = {}) =>
  titled('Pet', {
    name: Name("The animal's name.", 'Rex'),
    categoryId: Int64('Identifier of the category the animal belongs to.', 3n),
    status: Type.Unsafe<PetStatus>({ ...PetStatus, description: status, ...more }),
  })

export const PetId = { ...Int64('Identifier of the animal.', 1n), title: 'PetId' }

export const NewPet = Component(
  'NewPet',
  'An animal to add. The service assigns its `id`.',
  clientFields('Whether the animal can be adopted; `available` if it is left out.', {
    'x-default': 'available',
  }),
  { required: ['name', 'categoryId'], additionalProperties: false, 'x-service-assigned': ['id'] },
)

export type NewPet = Static<typeof NewPet>

export const Pet = Component(
  'Pet',
  'An animal of the store.',
  {
    id: AssignedId,
    ...clientFields('Whether the animal can be adopted. Every animal returned has it.'),
  },
  {
    // Like every schema of an answer, it allows more fields: a later version of /v1 may add some.
    required: ['id', 'name', 'categoryId'],
  },
)
export type Pet = Static<typeof Pet>

export const PetPatch = mergePatch(
  'PetPatch',
  'The changes to an animal (a merge patch, RFC 7396). What is left out is not changed. `null` removes a field that an animal may lack, and is refused for any other.',
  Pet,
  clientFields(
    'The new status. An animal that is `sold` first becomes `available`, when it comes back.',
  ),
  { assigned: ['id'] },
)
export type PetPatch = Static<typeof PetPatch>

export const Pets = listOf('Pets', Pet, 'Animals, ascending by `id`.')

const maxAdded = 100

export const NewPets = Type.Array(NewPet, {
  title: 'NewPets',
  description: `1 to ${maxAdded} animals to add, all or none.`,
  minItems: 1,
  maxItems: maxAdded,
})

const maxIds = 100

export const PetsPatch = Component(
  'PetsPatch',
  'Several animals, and the changes to each.',
  {
    ids: Type.Array(Int64('Identifier of an animal.', 1n), {
      description: `The animals to change: 1 to ${maxIds} ids, each once.`,
      minItems: 1,
      maxItems: maxIds,
      uniqueItems: true,
      examples: [[1n, 2n]],
    }),
    patch: PetPatch,
  },
  { additionalProperties: false },
)

export const ListPetsQuery = pageQuery('animals', {
  status: PetStatus,
  id: extension(
    severalOf(
      Int64('Identifier of an animal.', 1n),
      `Only these animals: 1 to ${maxIds} ids; ids that no animal has are left out. Without \`limit\`, all of them are on one page.`,
      maxIds,
      [1n, 2n],
    ),
  ),
  categoryId: extension(Int64('Only animals of this category.', 3n)),
  name: extension(
    Line(
      'Only animals whose name begins with this text, in any case of letters: `re` finds Rex and RENÉ. The list is in the order of names, without regard to case, and of `id`s. A letter with an accent is a different letter. Cannot be combined with `id`, `after` or `sort=-id`.',
      200,
      // No example: tools would send it together with all other filters, which it excludes.
      null,
      1,
    ),
  ),
  after: extension(
    Int64(
      'Where the list begins: after the animal with this id, whether there is one or not. Cannot be combined with `cursor` or an order of names.',
      0n,
    ),
  ),
  sort: Choice(['-id', 'name', '-name'], {
    description:
      'The order of the list: descending by `id`, so the newest come first; or by `name`, without regard to case, and by `id`, ascending or descending. Ascending by `id` if it is left out.',
    'x-extension': true,
  }),
})

export const PetParams = Type.Object({ petId: PetId })
