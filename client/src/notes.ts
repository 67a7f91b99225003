import type { CallOptions, CreateOptions, PageOptions } from './calls.ts'
import type { List } from './page.ts'
import type { Reply } from './reply.ts'
import type { CallSender } from './sender.ts'
import type { Int64Input, NewNote, Note } from './types.ts'

/** The options of a list of notes. At most one of `petId`, `orderId`, `contactId` and `about` may be given. */
export type NoteListOptions = PageOptions & {
  readonly petId?: Int64Input | undefined
  readonly orderId?: Int64Input | undefined
  readonly contactId?: Int64Input | undefined
  /** Only notes about the store itself. */
  readonly about?: 'store' | undefined
  /** `-id` for the newest first. */
  readonly sort?: '-id' | undefined
}

/**
 * What staff write about animals, orders, contacts and the store. An API key has the scopes for notes only if they
 * were named when the key was created.
 *
 * Each call may throw a `PetStoreError`, or a TypeError if an id is a number that is not a safe integer.
 */
export class Notes {
  readonly #sender: CallSender

  /** @internal */
  constructor(sender: CallSender) {
    this.#sender = sender
  }

  /**
   * Lists notes, ascending by `id` unless `sort` says otherwise: `await` gives the first page,
   * `for await` every note.
   */
  list(options?: NoteListOptions): List<Note> {
    return this.#sender.list('/notes', options)
  }

  /** Adds a note about one animal, order or contact, or the store, only once however often the client has to retry. */
  create(newNote: NewNote, options?: CreateOptions): Reply<Note> {
    return this.#sender.reply({ operation: 'POST /notes', body: newNote, options })
  }

  /** Deletes a note for good. */
  delete(id: Int64Input, options?: CallOptions): Reply<void> {
    return this.#sender.reply({ operation: 'DELETE /notes/{noteId}', id, options })
  }
}
