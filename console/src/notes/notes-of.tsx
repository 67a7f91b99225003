import { useState } from 'preact/hooks'
import { rich, t } from '../core/language.ts'
import type { Note } from '../../../client/src/index.ts'
import { timeText } from '../core/time.ts'
import { attempt } from '../parts/attempt.ts'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { Loadable } from '../parts/states.tsx'
import { toast } from '../parts/toast.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { requestOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { deleteNote } from './of-store.ts'

/** The maximum number of notes shown; older ones are left out. */
const maxShown = 100

type About =
  | { readonly petId: bigint }
  | { readonly orderId: bigint }
  | { readonly contactId: bigint }

/** The notes about one animal, order or contact, the newest first, and a field to add one. */
export const NotesOf = ({ about }: { readonly about: About }) => {
  const [name = ''] = Object.entries(about).map(([what, id]) => `${what} ${id}`)
  const loaded = useLoad(
    `notes of ${name}`,
    async (signal) => {
      const query = { ...about, sort: '-id', limit: maxShown }
      return { data: (await ask(requestOf<readonly Note[]>('GET /notes', { query }), signal)).data }
    },
    (events, notes) =>
      events.some(
        ({ data }) =>
          'note' in data &&
          Object.entries(about).every(([what, id]) => data.note[what as 'petId'] === id) &&
          notes.every(({ id }) => id !== data.note.id),
      ),
  )
  const { show } = loaded
  const remove = (note: Note): Promise<void> =>
    attempt(t('The note'), async () => {
      await deleteNote(note.id)
      show((notes) => notes.filter(({ id }) => id !== note.id))
      toast({
        text: t('The note is deleted.'),
        label: t('Write it again'),
        act: () =>
          void attempt(t('The note'), async () => {
            const call = requestOf<Note>('POST /notes', { body: { ...about, text: note.text } })
            const { data } = await ask(call)
            show((notes) => [data, ...notes])
          }),
      })
    })
  return (
    <section aria-label={t('Notes')}>
      <h3>{t('Notes')}</h3>
      {may('notes:write') && (
        <NewNote about={about} name={name} onAdded={(note) => show((notes) => [note, ...notes])} />
      )}
      <Loadable loaded={loaded} what={t('the notes')} subject={t('the notes')}>
        {(notes) => (
          <ol class="history">
            {notes.map((note) => (
              <li key={note.id}>
                <p class="description">
                  <bdi>{note.text}</bdi>
                </p>
                <small>
                  {rich('{time} by {name}', {
                    time: timeText(note.at),
                    name: <bdi>{note.by}</bdi>,
                  })}{' '}
                  {may('notes:write') && (
                    <button
                      type="button"
                      aria-label={t('Delete the note of {time}', { time: timeText(note.at) })}
                      onClick={() => void remove(note)}
                    >
                      {t('Delete')}
                    </button>
                  )}
                </small>
              </li>
            ))}
          </ol>
        )}
      </Loadable>
    </section>
  )
}

const NewNote = ({
  about,
  name,
  onAdded,
}: {
  readonly about: About
  readonly name: string
  readonly onAdded: (note: Note) => void
}) => {
  const [round, setRound] = useState(0)
  return (
    <OneNote
      key={round}
      about={about}
      name={name}
      onAdded={(note) => {
        onAdded(note)
        setRound(round + 1)
      }}
    />
  )
}

const OneNote = ({ about, name, onAdded }: Parameters<typeof NewNote>[0]) => {
  const { typed, change, drop } = useDraft(`note:${name}`, () => ({ text: '' }))
  const { text, idempotencyKey } = typed
  const saving = useSaving(t('The note'))
  const submit = (): void => {
    if (text.trim() === '') return
    saving.run(async (giveUp) => {
      const call = requestOf<Note>('POST /notes', { body: { ...about, text }, idempotencyKey })
      const { data } = await ask(call, giveUp)
      drop()
      onAdded(data)
    })
  }
  return (
    <Form onSubmit={submit}>
      <Field
        label={t('A new note')}
        rows={2}
        value={text}
        onInput={(next) => change({ text: next })}
      />
      {text !== '' && <SaveBar saving={saving} label={t('Add the note')} />}
    </Form>
  )
}
