import { refusal } from '../../base/errors/api-error.ts'
import { defineOperation, jsonBody } from '../../kit/operation.ts'
import { applyOnce, createRowOnce, gone } from '../../kit/row-changes.ts'
import { orderOf, paged, pageOf } from '../../kit/paging.ts'
import { defineResource } from '../../kit/resource.ts'
import { noteCreate, noteNotFound, noteRemove, notes, subjectsOf } from './changes.ts'
import { ListNotesQuery, NewNote, Note, NoteParams, Notes } from './note.ts'

/** Counts the subjects of a note, or of a list of notes. */
const subjectsIn = (of: Parameters<typeof subjectsOf>[0] & Pick<NewNote, 'about'>): number =>
  subjectsOf(of).length + (of.about === undefined ? 0 : 1)

export const listNotes = defineOperation({
  ...paged('notes', Notes),
  path: '/notes',
  scope: 'notes:read',
  summary: 'List notes',
  description:
    'Returns a page of the notes, all or those about one animal, order or contact, or about the store, ascending by `id` unless `sort` says otherwise. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none.',
  query: ListNotesQuery,
  handle: ({ query: { limit, sort, ...query }, after }, { store }) => {
    const { petId, orderId, contactId, about } = query
    if (subjectsIn(query) > 1)
      return refusal(
        'invalid_parameter',
        'Give one of petId, orderId, contactId and about at most.',
      )
    const where = { petId, orderId, contactId, about }
    return pageOf(store, notes, { where, order: orderOf(sort), after, limit })
  },
})

export const createNote = defineOperation({
  method: 'POST',
  path: '/notes',
  scope: 'notes:write',
  summary: 'Add a note',
  description:
    'Adds a note about an animal, an order, a contact or the store, with the name of the API key. A retry with the same `Idempotency-Key` gets the note, or 404 if it was deleted: the service stores no copy of the answer.',
  createsOnce: true,
  body: jsonBody('The note, about exactly one of the four.', NewNote, {
    note: { value: { petId: 1, text: 'Shy with other dogs.' } },
  }),
  answers: { 201: { description: 'The note.', schema: Note } },
  errors: ['pet_not_found', 'order_not_found', 'contact_not_found', 'note_not_found'],
  handle: async ({ body, caller, now, act }, { store }) =>
    subjectsIn(body) === 1
      ? await createRowOnce(store, notes, noteCreate(body, caller.name, now), act, noteNotFound)
      : refusal('invalid_body', 'Give exactly one of petId, orderId, contactId and about.'),
})

export const deleteNote = defineOperation({
  method: 'DELETE',
  path: '/notes/{noteId}',
  scope: 'notes:write',
  summary: 'Delete a note',
  description: 'Deletes a note for good.',
  params: NoteParams,
  unreadableParams: 'note_not_found',
  answers: { 204: { description: 'The note was deleted.' } },
  handle: async ({ params: { noteId }, precondition, act }, { store }) =>
    await applyOnce(store, noteRemove(noteId, precondition), act, gone),
})

/** What staff write about animals, orders and contacts. A note is removed with what it is about. */
export const noteResource = defineResource({
  name: 'notes',
  description: 'What staff write about animals, orders and contacts.',
  operations: { listNotes, createNote, deleteNote },
  tables: [notes],
  rules: [noteCreate, noteRemove],
})
