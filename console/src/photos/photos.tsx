import { useEffect, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { Photo } from '../../../client/src/index.ts'
import { withPhoto, type SeenProfile } from '../model/known.ts'
import { readProfile } from '../model/profile.ts'
import { attempt, askFirst } from '../parts/attempt.ts'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { say } from '../parts/say.ts'
import { toast } from '../parts/toast.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { ask } from '../requests/ask.ts'
import { type Call, callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { Add, Uploads } from './add.tsx'
import { maxPhotos, onUploaded, uploadsOf } from './upload.ts'

/** The path of a photo file, without the host, because the page may have been loaded from another host name. */
const pathOf = (url: string): string => new URL(url).pathname

/** The photos of an animal. Keys that may change the animal can add, describe, reorder and delete them. */
export const Photos = ({
  seen,
  name,
  onSeen,
}: {
  readonly seen: SeenProfile
  readonly name: string
  /** Called with a function that applies the change to the profile. */
  readonly onSeen: (change: (seen: SeenProfile) => SeenProfile) => void
}) => {
  const { petId, photos } = seen.profile
  const [isEdited, setEdited] = useState(false)
  useEffect(
    () =>
      onUploaded((photo) => {
        if (photo.petId !== petId) return
        say(t('A photo of {name} is added.', { name }))
        onSeen((before) => withPhoto(before, photo))
      }),
    [petId],
  )
  const uploads = uploadsOf(petId)
  return (
    <section class="photos-of" aria-label={t('Photos of {name}', { name })}>
      {photos.length > 0 && !isEdited && (
        <div class="photos">
          {photos.map(({ id, alt = name, urls, width, height }) => (
            <a key={id} href={pathOf(urls.full)} target="_blank" rel="noopener">
              <img src={pathOf(urls.card)} alt={alt} width={width} height={height} />
            </a>
          ))}
        </div>
      )}
      {isEdited && (
        <ol class="photo-list">
          {photos.map((photo) => (
            <PhotoRow key={photo.id} photo={photo} seen={seen} name={name} onSeen={onSeen} />
          ))}
        </ol>
      )}
      {uploads.length > 0 && <Uploads uploads={uploads} />}
      {may('pets:write') && (
        <Add petId={petId} name={name} room={maxPhotos - photos.length - uploads.length}>
          {photos.length > 0 && (
            <button
              type="button"
              aria-expanded={isEdited}
              aria-label={
                isEdited
                  ? t('Done with the photos of {name}', { name })
                  : t('Edit photos of {name}', { name })
              }
              onClick={() => setEdited(!isEdited)}
            >
              {isEdited ? t('Done') : t('Edit photos')}
            </button>
          )}
        </Add>
      )}
    </section>
  )
}

/** One photo in the list for editing. */
const PhotoRow = ({
  photo,
  seen,
  name,
  onSeen,
}: { readonly photo: Photo } & Parameters<typeof Photos>[0]) => {
  const { id, petId, position, alt = '', urls } = photo
  const { typed, change, drop } = useDraft(`photo:${id}`, () => ({ alt }))
  const count = seen.profile.photos.length
  const what = t('photo {position} of {name}', { position, name })
  /** Sends a change of the photo, unless somebody else has changed it, and says what was done. */
  const send = async (callFor: (ifMatch?: string) => Call, text: string): Promise<void> => {
    const { data: now, etag } = await ask(callOf('photos', 'get', petId, id))
    const isSame = now.alt === photo.alt && now.position === position
    if (isSame) await ask(callFor(etag))
    const fresh = await readProfile(petId, new AbortController().signal)
    onSeen(() => fresh)
    toast({
      text: isSame ? text : t('Somebody has changed the photo. Your change was not made.'),
    })
  }
  const patch = (part: { alt?: string | null; position?: number }, text: string): void =>
    void attempt(t('The photo'), () =>
      send((ifMatch) => callOf('photos', 'update', petId, id, part, { ifMatch }), text),
    )
  const remove = (): void =>
    void askFirst(
      {
        title: t('Delete {name}?', { name: what }),
        text: t('It is deleted for good, everywhere it is shown. This cannot be undone.'),
        yes: t('Delete the photo'),
        isDanger: true,
      },
      t('The photo'),
      async () => {
        const callFor = (ifMatch?: string): Call =>
          callOf('photos', 'delete', petId, id, { ifMatch })
        await send(callFor, t('The photo is deleted.'))
        drop()
      },
    )
  const move = (to: number): void =>
    patch({ position: to }, t('The photo is now number {position}.', { position: to }))
  const moves = [
    [t('First'), t('First place for photo {position}', { position }), 1, position > 1],
    [
      t('Earlier'),
      t('Earlier place for photo {position}', { position }),
      position - 1,
      position > 2,
    ],
    [
      t('Later'),
      t('Later place for photo {position}', { position }),
      position + 1,
      position < count,
    ],
  ] as const
  return (
    <li>
      <img src={pathOf(urls.thumbnail)} alt={alt || name} width="64" height="64" />
      <Form
        onSubmit={() => {
          drop()
          patch(
            { alt: typed.alt.trim() || null },
            t('What {photo} shows is saved.', { photo: what }),
          )
        }}
      >
        <Field
          label={t('What photo {position} shows', { position })}
          hint={position === 1 ? t('For people who cannot see it: “Asleep in a box.”') : undefined}
          value={typed.alt}
          onInput={(text) => change({ alt: text })}
        >
          <button
            type="submit"
            aria-label={t('Save what photo {position} shows', { position })}
            aria-disabled={typed.alt.trim() === alt}
          >
            {t('Save')}
          </button>
        </Field>
      </Form>
      <p class="actions">
        {moves.map(
          ([word, label, to, isPossible]) =>
            isPossible && (
              <button key={word} type="button" aria-label={label} onClick={() => move(to)}>
                {word}
              </button>
            ),
        )}
        <button
          type="button"
          class="danger"
          aria-label={t('Delete photo {position}', { position })}
          onClick={remove}
        >
          {t('Delete')}
        </button>
      </p>
    </li>
  )
}
