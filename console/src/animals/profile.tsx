import { useRef, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { Profile } from '../../../client/src/index.ts'
import { ownDescriptions } from '../model/animals.ts'
import { isProfileOld, knownProfiles } from '../model/known.ts'
import { Facts } from '../parts/facts.tsx'
import { Loadable } from '../parts/states.tsx'
import { Photos } from '../photos/photos.tsx'
import { hasDraft } from '../parts/use-draft.ts'
import { useLoad } from '../parts/use-load.ts'
import { may } from '../session/session.ts'
import { ProfileForm } from './profile-form.tsx'
import { readProfile } from '../model/profile.ts'
import { arrivedText, profileFields, profileWords, valueText } from '../model/profile-fields.ts'

/** The profile of an animal, or the form that changes it. */
export const ProfileOf = ({ id, name }: { readonly id: bigint; readonly name: string }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  // Opens the form at once if a draft was left, so that what was typed is not lost.
  const [isEdited, setEdited] = useState(() => hasDraft(`profile:${id}`))
  const end = (): void => {
    setEdited(false)
    heading.current?.focus()
  }
  const loaded = useLoad(
    `profile ${id}`,
    async (signal, _, isAgain) => ({
      data:
        (!isAgain && may('events:read') && knownProfiles.get(id)) ||
        (await readProfile(id, signal)),
    }),
    (events, { profile }) => isProfileOld(events, profile),
  )
  const show: typeof loaded.show = (change) => {
    loaded.show((before) => {
      const next = change(before)
      knownProfiles.note(id, next)
      return next
    })
    ownDescriptions.value += 1
  }
  return (
    <section aria-label={t('About {name}', { name })}>
      <h3 ref={heading} tabIndex={-1}>
        {t('About')}
      </h3>
      <Loadable
        loaded={loaded}
        what={t('what is known about it')}
        subject={isEdited ? '' : t('what is known about {name}', { name })}
      >
        {(seen) =>
          isEdited ? (
            <ProfileForm
              seen={seen}
              name={name}
              onSaved={(next) => {
                show(() => next)
                end()
              }}
              onCancel={end}
            />
          ) : (
            <div class="details">
              <Photos seen={seen} name={name} onSeen={show} />
              <Known profile={seen.profile} />
              {may('pets:write') && (
                <p class="actions">
                  <button
                    type="button"
                    aria-label={t('Describe {name}', { name })}
                    onClick={() => setEdited(true)}
                  >
                    {t('Describe')}
                  </button>
                </p>
              )}
            </div>
          )
        }
      </Loadable>
    </section>
  )
}

const Known = ({ profile }: { readonly profile: Profile }) => {
  const { description, facts = {} } = profile
  const known = [
    ...profileFields.flatMap((field) => {
      const text = profile[field]
      return text === undefined || field === 'description'
        ? []
        : [
            [
              profileWords[field],
              <bdi>{field === 'arrivedOn' ? arrivedText(text) : valueText(field, text)}</bdi>,
            ] as const,
          ]
    }),
    ...Object.entries(facts).map(([fact, text]) => [fact, <bdi>{text}</bdi>] as const),
  ]
  return (
    <>
      {known.length === 0 && description === undefined && (
        <p class="hint">{t('Nothing is known about it yet.')}</p>
      )}
      {known.length > 0 && <Facts facts={known} />}
      {description !== undefined && (
        <p class="description">
          <bdi>{description}</bdi>
        </p>
      )}
    </>
  )
}
