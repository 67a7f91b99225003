import type { ChangeOptions, CreateOptions, PageOptions, ReadOptions } from './calls.ts'
import type { List } from './page.ts'
import type { Reply } from './reply.ts'
import type { CallSender } from './sender.ts'
import type { Contact, ContactPatch, ContactSearch, Int64Input, NewContact } from './types.ts'

/** The options of a list of contacts. */
export type ContactListOptions = PageOptions & {
  /** Only these contacts: 1 to 100 ids. */
  readonly id?: Int64Input | readonly Int64Input[] | undefined
  /** `-id` for the newest first. */
  readonly sort?: '-id' | undefined
}

/**
 * The people who ask for animals and take them home. An API key has the scopes for contacts only if they were named
 * when the key was created.
 *
 * Each call may throw a `PetStoreError`, or a TypeError if an id is a number that is not a safe integer.
 */
export class Contacts {
  readonly #sender: CallSender

  /** @internal */
  constructor(sender: CallSender) {
    this.#sender = sender
  }

  /**
   * Lists contacts, ascending by `id` unless `sort` says otherwise: `await` gives the first page,
   * `for await` every contact.
   */
  list(options?: ContactListOptions): List<Contact> {
    return this.#sender.list('/contacts', options)
  }

  /** Adds a contact, only once however often the client has to retry. */
  create(newContact: NewContact, options?: CreateOptions): Reply<Contact> {
    return this.#sender.reply({ operation: 'POST /contacts', body: newContact, options })
  }

  /** Finds up to 100 contacts by the digits of their phone number, or by their email address. */
  find(search: ContactSearch, options?: CreateOptions): Reply<readonly Contact[]> {
    return this.#sender.reply({ operation: 'POST /contacts/find', body: search, options })
  }

  /** Gets one contact. @throws PetStoreError, a `NotFoundError` if it does not exist or was erased */
  get(id: Int64Input, options?: ReadOptions): Reply<Contact> {
    return this.#sender.reply({ operation: 'GET /contacts/{contactId}', id, options })
  }

  /** Changes the given fields and returns the updated contact. */
  update(id: Int64Input, patch: ContactPatch, options?: ChangeOptions): Reply<Contact> {
    const operation = 'PATCH /contacts/{contactId}'
    return this.#sender.reply({ operation, id, body: patch, options })
  }

  /** Erases a contact for good. */
  delete(id: Int64Input, options?: ChangeOptions): Reply<void> {
    return this.#sender.reply({ operation: 'DELETE /contacts/{contactId}', id, options })
  }
}
