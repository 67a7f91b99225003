import { type Static, Type } from 'typebox'
import { pageQuery } from '../api/paging.ts'
import { int64 } from '../core/int64.ts'

/**
 * The schemas of an animal. Each is at once the validation, the serialisation, the TypeScript type
 * and the component of the OpenAPI document that its title names.
 */

/** A signed 64-bit integer: JSON digits outside, bigint inside, never a double in between. */
const Int64 = (description: string, example: bigint) =>
  Type.Unsafe<bigint>({
    type: 'integer',
    format: 'int64',
    // In words too: many a reader of the document makes doubles of the bounds.
    description: `${description} A 64-bit integer, from ${int64.minimum} to ${int64.maximum}.`,
    minimum: int64.minimum,
    maximum: int64.maximum,
    examples: [example],
  })

// The pattern of a name: no control character (Cc), and at least one character that is not white space (White_Space).
// Every engine of regular expressions reads it alike, those of UTF-16 units too: no \s, no \p, no \u, no surrogate. So
// characters beyond \xff stand there themselves. U+2028 and U+2029 would end a line of generated code, so they only
// stand within a range; the range takes some characters that are no white space, which are added again.
const controls = '\\x00-\\x1f\\x7f-\\x9f'
const space = ' \\xa0\u1680\u2000-\u200a\u2027-\u202f\u205f\u3000'
const noSpaceWithin = '\u2027\u202a-\u202e'
const namePattern = `^[${space}]*([^${controls}${space}]|[${noSpaceWithin}])[^${controls}]*$`

/** Every status, in the order of the interface document. */
export const petStatuses = ['available', 'pending', 'sold'] as const
export type PetStatus = (typeof petStatuses)[number]

export const PetStatus = Type.Unsafe<PetStatus>({
  title: 'PetStatus',
  description: 'Whether the animal can be adopted.',
  type: 'string',
  enum: [...petStatuses],
})

const name = Type.String({
  description:
    "The animal's name, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.",
  minLength: 1,
  maxLength: 200,
  pattern: namePattern,
  'x-pattern-rule':
    'at least one character that is not white space, and no control character or lone surrogate',
  examples: ['Rex'],
})
const categoryId = Int64('Identifier of the category the animal belongs to.', 3n)

export const NewPet = Type.Object(
  {
    name,
    categoryId,
    status: Type.Unsafe<PetStatus>({
      ...PetStatus,
      description: 'Whether the animal can be adopted; `available` if it is left out.',
      'x-default': 'available',
    }),
  },
  {
    title: 'NewPet',
    description: 'An animal to add. The service assigns its `id`.',
    required: ['name', 'categoryId'],
    additionalProperties: false,
    'x-service-assigned': ['id'],
  },
)

/** An animal to add, as read: a status that was left out is `available`. */
export type NewPet = Static<typeof NewPet>

export const Pet = Type.Object(
  {
    id: Int64(
      'Unique identifier, assigned by the service on creation; upwards from 1, never reused.',
      1n,
    ),
    name,
    categoryId,
    status: Type.Unsafe<PetStatus>({
      ...PetStatus,
      description: 'Whether the animal can be adopted. Every animal returned has it.',
    }),
  },
  {
    title: 'Pet',
    description: 'An animal of the store.',
    // Not closed: a later version of /v1 may add fields, and a client must take them.
    required: ['id', 'name', 'categoryId'],
  },
)
/** An animal of the store. */
export type Pet = Static<typeof Pet>

export const Pets = Type.Array(Pet, {
  title: 'Pets',
  description: 'Animals, ascending by `id`.',
  maxItems: 100,
})

export const ListPetsQuery = pageQuery('animals', { status: PetStatus })

export const PetParams = Type.Object({
  petId: Int64('Identifier of the animal to retrieve.', 1n),
})
