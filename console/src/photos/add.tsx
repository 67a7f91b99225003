import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { Refused } from '../parts/refused.tsx'
import { useSaid } from '../parts/say.ts'
import { forget, maxPhotos, photoTypes, sendAgain, type Upload, upload } from './upload.ts'

/** The ways to add photos: choose files, take one, drop them, or paste one. */
export const Add = ({
  petId,
  name,
  room,
  children,
}: {
  readonly petId: bigint
  readonly name: string
  /** How many more photos the animal can have. */
  readonly room: number
  /** Other buttons for the photos. */
  readonly children: ComponentChildren
}) => {
  const [isOver, setOver] = useState(false)
  const [fault, setFault] = useState('')
  const take = (list: FileList | null | undefined): boolean => {
    const files = [...(list ?? [])]
    const tooMany = files.length - room
    setFault(
      tooMany > 0
        ? t(
            '{count} photo of {all} not added: an animal has at most {most}. Delete one first.|{count} photos of {all} not added: an animal has at most {most}. Delete one first.',
            { count: tooMany, all: files.length, most: maxPhotos },
          )
        : '',
    )
    upload(petId, files.slice(0, Math.max(0, room)))
    return files.length > 0
  }
  const latest = useRef(take)
  latest.current = take
  useLayoutEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      // Pasted text still goes into the focused field.
      if (latest.current(event.clipboardData?.files)) event.preventDefault()
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return (
    <div
      class={isOver ? 'photo-drop over' : 'photo-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      }}
    >
      {fault && <Refused text={fault} />}
      <div class="actions">
        {room > 0 && (
          <FileButton
            word={t('Add photos')}
            label={t('Add photos of {name}', { name })}
            onFiles={take}
            multiple
          />
        )}
        {room > 0 && (
          <FileButton
            word={t('Take a photo')}
            label={t('Take a photo of {name}', { name })}
            onFiles={take}
            capture="environment"
          />
        )}
        {children}
      </div>
      <p class="hint">
        {room > 0
          ? t(
              'Or drop or paste them here. Up to {most} photos of 10 MiB each: JPEG, PNG, WebP or AVIF.',
              { most: maxPhotos },
            )
          : t('{name} has {most} photos, the most that an animal may have.', {
              name,
              most: maxPhotos,
            })}
      </p>
    </div>
  )
}

/** A button that opens the file picker or the camera. */
const FileButton = ({
  word,
  label,
  onFiles,
  ...rest
}: {
  readonly word: string
  /** The text for screen readers: the label, and the animal. */
  readonly label: string
  readonly onFiles: (files: FileList | null) => unknown
  readonly multiple?: boolean
  readonly capture?: 'environment'
}) => (
  <label class={rest.capture ? 'button camera' : 'button'}>
    <span aria-hidden="true">{word}</span>
    <input
      type="file"
      aria-label={label}
      class="unseen"
      accept={photoTypes.join()}
      {...rest}
      onChange={({ currentTarget }) => {
        onFiles(currentTarget.files)
        // Resets the input, so that the same file can be chosen again.
        currentTarget.value = ''
      }}
    />
  </label>
)

/** The photos that are being sent, are waiting, or were refused. */
export const Uploads = ({ uploads }: { readonly uploads: readonly Upload[] }) => {
  const refused = uploads.filter(({ fault }) => fault !== undefined)
  const last = refused.at(-1)
  useSaid(last ? `${t('{file} was not added.', { file: last.file.name })} ${last.fault}` : '')
  return (
    <ul class="uploads" aria-label={t('Photos being added')}>
      {uploads.map(({ id, file, sent, fault, isHopeless }) => (
        <li key={id}>
          <bdi>{file.name}</bdi>
          {fault === undefined ? (
            <>
              <progress
                max={1}
                value={sent ?? 0}
                aria-label={t('Upload of {file}', { file: file.name })}
              />
              <small>
                {sent === undefined
                  ? t('waits')
                  : sent < 1
                    ? t('{percent} %', { percent: Math.floor(sent * 100) })
                    : t('The store is resizing it…')}
              </small>
            </>
          ) : (
            <>
              <small class="fault">{fault}</small>
              <span class="actions">
                {!isHopeless && (
                  <button
                    type="button"
                    aria-label={t('Try again with {file}', { file: file.name })}
                    onClick={() => sendAgain(id)}
                  >
                    {t('Try again')}
                  </button>
                )}
                <button
                  type="button"
                  aria-label={t('Remove {file}', { file: file.name })}
                  onClick={() => forget(id)}
                >
                  {t('Remove')}
                </button>
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
