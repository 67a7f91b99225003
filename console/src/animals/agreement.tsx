import type { Note, Order, Pet } from '../../../client/src/index.ts'
import { personOf } from '../contacts/names.ts'
import { t } from '../core/language.ts'
import { deleteNote, noteOfStore, readOfStore } from '../notes/of-store.ts'
import { dateText, serviceNow } from '../core/time.ts'
import { Facts } from '../parts/facts.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { Loadable } from '../parts/states.tsx'
import { toast } from '../parts/toast.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { useLoad } from '../parts/use-load.ts'
import { may } from '../session/session.ts'

/** The text of the agreement is a note about the store with this prefix. The newest one counts. */
const marker = '#agreement\n'

/** The placeholders in the text, and the blank for an unknown value. */
const names = { person: '{person}', animal: '{animal}', number: '{number}', date: '{date}' }
const blank = '_'.repeat(30)

const firstText = (): string =>
  t(
    '{person} takes {animal} (number {number}) home on {date}. Whoever takes an animal home feeds it, shelters it and has it treated when it is ill, and does not sell it or give it away. If it cannot stay, it comes back to the store.',
    names,
  )

/** The agreement that an adopter signs, in the store's own words, and the form to change its text. */
export const Agreement = ({
  pet,
  order,
}: {
  readonly pet: Pet
  readonly order: Order | undefined
}) => {
  const loaded = useLoad('agreement', async (signal) => {
    return { data: await readOfStore(marker, signal) }
  })
  const person = order && personOf(order)
  const values: Readonly<Record<string, string>> = {
    person: person?.name ?? blank,
    animal: pet.name,
    number: String(pet.id),
    date: dateText(serviceNow()),
  }
  return (
    <Loadable loaded={loaded} what={t('the agreement')} subject="">
      {(notes) => {
        const text = notes[0]?.text.slice(marker.length) ?? firstText()
        return (
          <section class="signatures">
            <h2>{t('Adoption agreement')}</h2>
            <p class="description">
              <bdi>{text.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)}</bdi>
            </p>
            {person && (
              <Facts
                facts={[
                  [t('Name'), <bdi>{person.name}</bdi>],
                  person.address !== undefined && [t('Address'), <bdi>{person.address}</bdi>],
                  person.phone !== undefined && [t('Phone'), <bdi>{person.phone}</bdi>],
                  person.email !== undefined && [t('Mail'), <bdi>{person.email}</bdi>],
                ]}
              />
            )}
            {[t('Signature'), t('For the store')].map((line) => (
              <p key={line} class="line">
                {line}
              </p>
            ))}
            {may('notes:read') && may('notes:write') && (
              <details key={text} class="own-words">
                <summary>{t('Change the text for all animals')}</summary>
                <OwnWords
                  before={notes}
                  text={text}
                  onSaved={(note) => loaded.show(() => [note])}
                />
              </details>
            )}
          </section>
        )
      }}
    </Loadable>
  )
}

const OwnWords = ({
  before,
  text: now,
  onSaved,
}: {
  readonly before: readonly Note[]
  readonly text: string
  readonly onSaved: (note: Note) => void
}) => {
  const { typed, change, drop } = useDraft('agreement', () => ({ text: now }))
  const { text, idempotencyKey } = typed
  const saving = useSaving(t('The text'))
  const submit = (): void =>
    saving.run(async (giveUp) => {
      const note = await noteOfStore(marker + text, idempotencyKey, giveUp)
      drop()
      onSaved(note)
      toast({ text: t('The text of the agreement is saved.') })
      // The newest counts, so older ones that could not be deleted do no harm.
      for (const { id } of before) await deleteNote(id, giveUp).catch(() => undefined)
    })
  return (
    <Form onSubmit={submit}>
      <Field
        label={t('Text')}
        hint={t('{person}, {animal}, {number} and {date} are filled in.', names)}
        rows={8}
        value={text}
        onInput={(next) => change({ text: next })}
      />
      <SaveBar saving={saving} label={t('Save the text')} />
    </Form>
  )
}
