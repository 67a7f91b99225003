import { t } from '../core/language.ts'
import type { ProfilePatch } from '../../../client/src/index.ts'
import { Choices } from '../parts/choices.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { saveTexts, type SeenTexts, textsOf } from '../parts/save-texts.ts'
import { toast } from '../parts/toast.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import type { SeenProfile } from '../model/known.ts'
import { readProfile } from '../model/profile.ts'
import { ScanButton } from '../scan/scan-button.tsx'
import {
  profileChoices,
  profileFields,
  profileHints,
  type ProfileTexts,
  profileWords,
  valueText,
} from '../model/profile-fields.ts'

const seenTextsOf = ({ profile, etag }: SeenProfile): SeenTexts<keyof ProfileTexts> => ({
  texts: textsOf(profileWords, profile),
  etag,
})

/** The form for the profile of an animal. Changes that others make to other fields in the meantime are kept. */
export const ProfileForm = ({
  seen: fresh,
  name,
  onSaved,
  onCancel,
}: {
  readonly seen: SeenProfile
  readonly name: string
  readonly onSaved: (seen: SeenProfile) => void
  readonly onCancel: () => void
}) => {
  const id = fresh.profile.petId
  const { typed, change, drop } = useDraft<{
    texts: ProfileTexts
    seen: SeenTexts<keyof ProfileTexts>
  }>(`profile:${id}`, () => {
    const seen = seenTextsOf(fresh)
    return { texts: seen.texts, seen }
  })
  const { texts, seen } = typed
  const saving = useSaving(name)
  const send = async (signal: AbortSignal): Promise<string | undefined> => {
    const write = async (patch: ProfilePatch, ifMatch: string | undefined): Promise<void> => {
      const { data, etag } = await ask(callOf('profiles', 'update', id, patch, { ifMatch }), signal)
      drop()
      onSaved({ profile: data, etag })
      toast({ text: t('What is known about {name} is saved.', { name }) })
    }
    const read = async () => seenTextsOf(await readProfile(id, signal))
    const clash = await saveTexts({ words: profileWords, read, write }, seen, texts)
    if (clash) change({ seen: clash.now })
    return clash?.fault
  }
  const set = (part: Partial<ProfileTexts>): void => change({ texts: { ...texts, ...part } })
  const field = (key: keyof ProfileTexts) => {
    const choices = profileChoices[key]
    return choices ? (
      <Choices
        key={key}
        legend={profileWords[key]}
        options={['', ...choices].map((value) => [
          value,
          value ? valueText(key, value) : t('not stated'),
        ])}
        chosen={texts[key]}
        onChoose={(value) => set({ [key]: value })}
      />
    ) : (
      <Field
        key={key}
        label={profileWords[key]}
        hint={profileHints[key]}
        autofocus={key === 'species'}
        {...(key === 'description' && { rows: 5 })}
        value={texts[key]}
        onInput={(text) => set({ [key]: text })}
      >
        {key === 'chip' && <ScanButton onCode={(chip) => set({ chip })} />}
      </Field>
    )
  }
  return (
    <Form onSubmit={() => saving.run(send)}>
      {profileFields.map(field)}
      <SaveBar
        saving={saving}
        label={t('Save')}
        onCancel={() => {
          drop()
          onCancel()
        }}
      />
    </Form>
  )
}
