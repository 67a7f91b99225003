import type { Static, TSchema } from 'typebox'
import { Choice, Component, Type } from '../../base/schema/type.ts'
import { DateTime, FullDate, Line, PartialDate, Text, TextMap, titled } from '../../kit/fields.ts'
import { eachOptional, mergePatch } from '../../kit/merge-patch.ts'
import { severalOf, listOf, pageQuery, withoutExamples } from '../../kit/paging.ts'
import { PetId as petId } from '../pets/pet.ts'
import { Photos } from './photo.ts'

const line = (description: string, example: string) => Line(description, 100, example, 1)

export const maxFacts = 50

const clientFields = titled('Profile', {
  species: line('What kind of animal it is.', 'Cat'),
  breed: line('Its breed.', 'European shorthair'),
  sex: Choice(['female', 'male', 'unknown'], { description: 'Its sex.' }),
  born: PartialDate('When it was born: a day, a month or a year.', '2024-05'),
  colour: line('Its colour.', 'grey tabby'),
  size: Choice(['small', 'medium', 'large'], { description: 'How large it is.' }),
  chip: Type.String({
    description:
      'Its microchip: 15 digits (ISO 11784), or another code of up to 20 letters and digits. Letters become capitals. No two animals have the same one.',
    minLength: 1,
    maxLength: 20,
    pattern: '^[0-9A-Za-z]+$',
    'x-pattern-rule': 'only letters and digits',
    examples: ['985141000123456'],
  }),
  arrivedOn: FullDate('The day on which it came to the store.', '2026-11-02'),
  location: line('Where in the store it is: a room, a kennel.', 'Kennel 4'),
  description: Text('What people should know.', 4_000, 'Shy at first, then never off a lap.'),
  facts: TextMap(
    `Whatever else the store records: up to ${maxFacts} names, each with a text.`,
    { names: maxFacts, nameLength: 40, length: 500 },
    { diet: 'kidney food', 'good with': 'cats, children from 8' },
  ),
})

const fields = eachOptional(clientFields)

const updatedAt = Type.Optional(DateTime('When a field last changed; missing if none ever did.'))

export const Profile = Component(
  'Profile',
  'What the store records about an animal. Every animal has a profile, which may be empty.',
  { petId, ...fields, photos: Photos, updatedAt },
)
export type Profile = Static<typeof Profile>

const assigned = ['petId', 'photos', 'updatedAt']

/** The profile of a new animal. No operation takes it, so it is not a component of the OpenAPI document. */
export const NewProfile = Type.Object(fields, {
  title: 'Profile',
  required: [],
  additionalProperties: false,
  'x-service-assigned': assigned,
})
export type NewProfile = Static<typeof NewProfile>

const { description: _, facts: __, ...summary } = fields

/** What events show of a profile. Long texts are left out; clients that need them read the profile. */
export const ProfileSummary = Type.Object(
  { petId, ...summary, updatedAt },
  { description: 'A profile without its `description`, `facts` and `photos`.' },
)

export const ProfilePatch = mergePatch(
  'ProfilePatch',
  'The changes to a profile (a merge patch, RFC 7396). What is left out is not changed. `null` removes a field, or one of the `facts`.',
  Profile,
  clientFields,
  { assigned },
)
export type ProfilePatch = Static<typeof ProfilePatch>

export const Profiles = listOf(
  'Profiles',
  Profile,
  'Profiles, ascending by `petId`, or in the order in which a request names them.',
)

const maxPets = 100

const alone = 'Cannot be combined with another filter.'

const filter = (schema: TSchema, description: string) =>
  Type.Unsafe<string>({ ...withoutExamples(schema), description: `${description} ${alone}` })

export const ListProfilesQuery = pageQuery('profiles', {
  petId: severalOf(
    petId,
    `The profiles of these animals, in this order: 1 to ${maxPets} ids; ids that no animal has are left out. Without \`limit\`, all of them are on one page. ${alone}`,
    maxPets,
    [2n, 1n],
  ),
  species: filter(clientFields.species, 'Only profiles with exactly this `species`.'),
  sex: filter(clientFields.sex, 'Only profiles with this `sex`.'),
  location: filter(clientFields.location, 'Only profiles with exactly this `location`.'),
  chip: filter(clientFields.chip, 'Only the profile with this `chip`, in any case of letters.'),
})
