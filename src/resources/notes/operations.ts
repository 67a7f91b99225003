import { andThen } from '../../base/awaitable.ts'
import { resultOf } from '../../base/data/store.ts'
import { refusal } from '../../base/errors/api-error.ts'
import { createRowOnce, defineOperation } from '../../kit/operation.ts'
import { orderOf, pageOutcome } from '../../kit/paging.ts'
import { noteCreate, noteNotFound, noteRemove, notes, subjectsOf } from './changes.ts'
import { ListNotesQuery, NewNote, Note, NoteParams, Notes } from './note.ts'

export const listNotes = defineOperation({
  id: 'listNotes',
  isExtension: true,
  method: 'GET',
  path: '/notes',
  scope: 'notes:read',
  summary: 'List notes',
  description:
    'Returns a page of the notes, all or those about one animal, order or contact, ascending by `id` unless `sort` says otherwise. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none.',
  query: ListNotesQuery,
  answers: {
    200: { description: 'A page of notes; an empty array if there are none.', schema: Notes },
  },
  isPaged: true,
  isConditional: true,
  handle: ({ query: { limit, sort, ...query }, after }, { store }) => {
    const { petId, orderId, contactId } = query
    if (subjectsOf(query).length > 1)
      return refusal('invalid_parameter', 'Give one of petId, orderId and contactId at most.')
    const where = { petId, orderId, contactId }
    return andThen(store.page(notes, { where, order: orderOf(sort), after, limit }), pageOutcome)
  },
})

export const createNote = defineOperation({
  id: 'createNote',
  isExtension: true,
  method: 'POST',
  path: '/notes',
  scope: 'notes:write',
  summary: 'Add a note',
  description:
    'Adds a note about an animal, an order or a contact, with the name of the API key. A retry with the same `Idempotency-Key` gets the note, or 404 if it was deleted: the service stores no copy of the answer.',
  createsOnce: true,
  body: {
    description: 'The note, about exactly one of the three.',
    schema: NewNote,
    mediaTypes: ['application/json'],
    examples: { note: { value: { petId: 1, text: 'Shy with other dogs.' } } },
  },
  answers: { 201: { description: 'The note.', schema: Note } },
  errors: ['pet_not_found', 'order_not_found', 'contact_not_found', 'note_not_found'],
  handle: async ({ body, caller, now, act }, { store }) =>
    subjectsOf(body).length === 1
      ? await createRowOnce(store, notes, noteCreate(body, caller.name, now), act, noteNotFound)
      : refusal('invalid_body', 'Give exactly one of petId, orderId and contactId.'),
})

export const deleteNote = defineOperation({
  id: 'deleteNote',
  isExtension: true,
  method: 'DELETE',
  path: '/notes/{noteId}',
  scope: 'notes:write',
  summary: 'Delete a note',
  description: 'Deletes a note for good.',
  params: NoteParams,
  unreadableParams: 'note_not_found',
  answers: { 204: { description: 'The note is gone.' } },
  errors: ['note_not_found'],
  handle: async ({ params: { noteId }, precondition, act }, { store }) => {
    const result = resultOf(await store.apply(noteRemove(noteId, precondition), act))
    return result.outcome === 'removed' ? { status: 204 } : result.refusal
  },
})
