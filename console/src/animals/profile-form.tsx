import { PreconditionError } from '../../../client/src/index.ts'
import { Choices } from '../parts/choices.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { toast } from '../parts/toast.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import {
  differentFields,
  profilePatch,
  type ProfileTexts,
  profileWords,
  readProfile,
  type SeenProfile,
  textsOfProfile,
} from './profile-fields.ts'

const hints: Readonly<Record<string, string>> = {
  born: 'A day, a month or a year: 2024-05-17, 2024-05, 2024.',
  arrivedOn: 'A day: 2026-11-02.',
  chip: '15 digits, or up to 20 letters and digits.',
}

/** Changes what is known of an animal. What others change meanwhile in other fields stays. */
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
  const { typed, change, drop } = useDraft<{ texts: ProfileTexts; seen: SeenProfile }>(
    `profile:${id}`,
    () => ({ texts: textsOfProfile(fresh.profile), seen: fresh }),
  )
  const { texts, seen } = typed
  const saving = useSaving(name)
  const send = async (from: SeenProfile, signal: AbortSignal): Promise<string | undefined> => {
    const fields = differentFields(textsOfProfile(seen.profile), texts)
    const patch = profilePatch(texts, fields)
    try {
      const call = callOf('profiles', 'update', id, patch, { ifMatch: from.etag })
      const { data, etag } = await ask(call, signal)
      drop()
      onSaved({ profile: data, etag })
      toast({ text: `What is known of ${name} is saved.` })
      return undefined
    } catch (error) {
      if (!(error instanceof PreconditionError)) throw error
    }
    const now = await readProfile(id, signal)
    const theirs = textsOfProfile(now.profile)
    const both = differentFields(textsOfProfile(seen.profile), theirs).filter((field) =>
      fields.includes(field),
    )
    if (both.length === 0) return await send(now, signal)
    change({ seen: now })
    const what = both.map((field) => `${profileWords[field]}: ${theirs[field] || 'nothing'}`)
    return `Someone else wrote meanwhile ${what.join(', ')}. Save again to put yours in its place.`
  }
  const set = (part: Partial<ProfileTexts>): void => change({ texts: { ...texts, ...part } })
  const field = (key: keyof ProfileTexts) => (
    <Field
      label={profileWords[key]}
      hint={hints[key]}
      autofocus={key === 'species'}
      value={texts[key]}
      onInput={(text) => set({ [key]: text })}
    />
  )
  const choice = (key: 'sex' | 'size', values: readonly string[]) => (
    <Choices
      legend={profileWords[key]}
      options={['', ...values].map((value) => [value, value || 'not said'])}
      chosen={texts[key]}
      onChoose={(value) => set({ [key]: value })}
    />
  )
  return (
    <Form onSubmit={() => saving.run(async (signal) => await send(seen, signal))}>
      {field('species')}
      {field('breed')}
      {choice('sex', ['female', 'male', 'unknown'])}
      {field('born')}
      {field('colour')}
      {choice('size', ['small', 'medium', 'large'])}
      {field('chip')}
      {field('arrivedOn')}
      {field('location')}
      <div class="field">
        <label for="description">{profileWords.description}</label>
        <textarea
          id="description"
          rows={5}
          dir="auto"
          value={texts.description}
          onInput={(event) => set({ description: event.currentTarget.value })}
        />
      </div>
      <SaveBar
        saving={saving}
        label="Save"
        onCancel={() => {
          drop()
          onCancel()
        }}
      />
    </Form>
  )
}
