import type { Static } from 'typebox'
import { Choice, Component, Type } from '../../base/schema/type.ts'
import { AssignedId, DateTime, Int64, Line, Text, titled } from '../../kit/fields.ts'
import { eachOptional } from '../../kit/merge-patch.ts'
import { listOf, pageQuery, sortById, withoutExamples } from '../../kit/paging.ts'

const about = (what: string) => Int64(`Identifier of the ${what} that it is about.`, 1n)
const subject = eachOptional(
  titled('Note', {
    petId: about('animal'),
    orderId: about('order'),
    contactId: about('contact'),
    about: Choice(['store'], { description: 'Given if it is about the store itself.' }),
  }),
)
const given = { ...subject, text: Text('What was noted.', 4_000, 'Shy with other dogs.') }

export const NewNote = Component(
  'NewNote',
  'A note about exactly one of an animal, an order, a contact and the store itself.',
  given,
  { additionalProperties: false, 'x-service-assigned': ['id', 'by', 'at'] },
)
export type NewNote = Static<typeof NewNote>

export const Note = Component(
  'Note',
  'What somebody wrote about an animal, an order, a contact or the store. It never changes.',
  {
    id: AssignedId,
    ...given,
    by: Line('The name of the API key that wrote it.', 100, 'Front desk'),
    at: DateTime('When it was written.'),
  },
)

/** What events show of a note: what it is about, but not the text. */
export const NoteReference = Type.Object(
  { id: AssignedId, ...subject },
  { description: 'The note.' },
)

export const Notes = listOf(
  'Notes',
  Note,
  'Notes, ascending by `id` unless the request says otherwise.',
)

const aboutThis = (what: string) =>
  withoutExamples(Int64(`Only notes about this ${what}. Cannot be combined with the others.`, 1n))

export const ListNotesQuery = pageQuery('notes', {
  petId: aboutThis('animal'),
  orderId: aboutThis('order'),
  contactId: aboutThis('contact'),
  about: Type.Optional(Choice(['store'], { description: 'Only notes about the store itself.' })),
  sort: sortById,
})

export const NoteParams = Type.Object({ noteId: Int64('Identifier of the note.', 1n) })
