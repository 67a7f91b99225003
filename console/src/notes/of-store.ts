import type { Note } from '../../../client/src/index.ts'
import { ask } from '../requests/ask.ts'
import { requestOf } from '../requests/call.ts'
import { may } from '../session/session.ts'

/** Reads the notes about the store that begin with a marker, the newest first; none if the key lacks the scope. */
export const readOfStore = async (
  marker: string,
  signal?: AbortSignal,
): Promise<readonly Note[]> => {
  if (!may('notes:read')) return []
  const query = { about: 'store', sort: '-id', limit: 100 }
  const { data } = await ask(requestOf<readonly Note[]>('GET /notes', { query }), signal)
  return data.filter(({ text }) => text.startsWith(marker))
}

/** Writes a note about the store. */
export const noteOfStore = async (
  text: string,
  idempotencyKey?: string,
  signal?: AbortSignal,
): Promise<Note> => {
  const body = { about: 'store', text }
  return (await ask(requestOf<Note>('POST /notes', { body, idempotencyKey }), signal)).data
}

export const deleteNote = async (id: bigint, signal?: AbortSignal): Promise<void> => {
  await ask(requestOf('DELETE /notes/{noteId}', { id }), signal)
}
