import { plainTypes, type Table } from '../../base/data/table.ts'
import {
  type Decision,
  defineChange,
  insert,
  refuse,
  type Refused,
} from '../../base/data/change.ts'
import { dateTimeText } from '../../base/date-time.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import { type Created, createdId, rowRemoval } from '../../kit/row-changes.ts'
import { contactNotFound } from '../contacts/changes.ts'
import { contacts } from '../contacts/table.ts'
import { orderNotFound } from '../orders/changes.ts'
import { orders } from '../orders/table.ts'
import { petNotFound } from '../pets/changes.ts'
import { pets } from '../pets/table.ts'
import { type NewNote, Note, NoteReference } from './note.ts'

/** The table of notes. Its events do not contain the text, which may have personal data. */
export const notes = {
  name: 'notes',
  schema: Note,
  id: 'assigned',
  filters: [['petId'], ['orderId'], ['contactId'], ['about']],
  belongsTo: { pets: 'petId', orders: 'orderId', contacts: 'contactId' },
  search: {
    kind: 'note',
    title: 'text',
    about: { petId: 'petId', orderId: 'orderId', contactId: 'contactId' },
  },
  events: {
    ...plainTypes('note'),
    types: ['note.created', 'note.deleted'],
    schema: NoteReference,
    topics: { petId: 'petId', orderId: 'orderId' },
  },
} as const satisfies Table

export const noteNotFound = (id: bigint): Refusal =>
  refusal('note_not_found', `There is no note with the id ${id}.`)

const subjects = {
  petId: { table: pets, notFound: petNotFound },
  orderId: { table: orders, notFound: orderNotFound },
  contactId: { table: contacts, notFound: contactNotFound },
} as const

type About = { readonly [Name in keyof typeof subjects]?: bigint | undefined }

/** The rows that a note, or a list of notes, is about. */
export const subjectsOf = (about: About) =>
  Object.entries(subjects).flatMap(([name, subject]) => {
    // The names of the subjects are also the names of the fields.
    const id = about[name as keyof About]
    return id === undefined ? [] : [{ ...subject, id }]
  })

export const noteCreate = defineChange({
  kind: 'note.create',
  parts: (note: NewNote, by: string, now: number) => ({ note, by, now }),
  rows: ({ note }) => subjectsOf(note),
  decide: ({ note, by, now }, [found]): Decision<Created | Refused> => {
    const [subject] = subjectsOf(note)
    if (found === undefined && subject !== undefined) return refuse(subject.notFound(subject.id))
    return { writes: [insert(notes, { ...note, by, at: dateTimeText(now) })], result: createdId }
  },
})

export const noteRemove = rowRemoval({
  table: notes,
  name: 'note',
  called: 'The note',
  notFound: noteNotFound,
})
