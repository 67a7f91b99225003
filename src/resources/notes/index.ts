import type { Resource } from '../../kit/resource.ts'
import { noteCreate, noteRemove, notes as table } from './changes.ts'
import { createNote, deleteNote, listNotes } from './operations.ts'

/** What staff write about animals, orders and contacts. A note goes with what it is about. */
export const notes: Resource = {
  name: 'notes',
  description: 'What staff write about animals, orders and contacts.',
  operations: [listNotes, createNote, deleteNote],
  tables: [table],
  rules: [noteCreate, noteRemove],
}
