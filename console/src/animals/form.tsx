import { useEffect, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { categoryId } from '../categories/category-id.ts'
import { CategoryNames } from '../categories/datalist.tsx'
import { categories } from '../categories/names.ts'
import { called } from '../core/called.ts'
import { readItem, writeItem } from '../core/tab-storage.ts'
import { go, hrefOf } from '../core/route.ts'
import { timeText } from '../core/time.ts'
import { noteChange } from '../model/animals.ts'
import { type Fields, typedTexts, fieldWords, textFields } from '../model/fields.ts'
import { Choices } from '../parts/choices.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { Form } from '../parts/form.tsx'
import { Field } from '../parts/field.tsx'
import { nameFault, textFault } from '../parts/name-fault.ts'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { hasDraft, useDraft } from '../parts/use-draft.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { petStatuses, petWords } from '../words.ts'
import { movesFrom, type TaggedPet } from './change.ts'
import { Conflict } from './conflict.tsx'
import { differences, statusOf } from './form-values.ts'
import { type Clash, saveAnimal } from './save.ts'
import { type Values, valuesOf } from './form-text.ts'

/** The draft of a form that is not saved yet. */
type DraftValues = Values & {
  /** When it was typed, in milliseconds since the epoch. */
  readonly at: number
  /** The state that the form began with; undefined for a new animal. */
  readonly seen?: TaggedPet | undefined
}

const draftName = (id: bigint | undefined): string => `animal:${id ?? 'new'}`

/** The storage name of the last category used, as default for the next animal. */
const lastCategory = 'category'

/** Says, when a form is left, that what was typed is kept. @param id undefined for a new animal */
export const tellDraft = (id?: bigint): void => {
  if (!hasDraft(draftName(id))) return
  const href = location.hash
  toast({ text: t('What you typed is kept.'), label: t('Continue'), act: () => go(href) })
}

type FormProps = {
  /** The animal to change; undefined to add one. */
  readonly seen?: TaggedPet
  /** Called after saving. */
  readonly onClose?: () => void
  /** Undefined if there is nothing to go back to. */
  readonly onCancel?: () => void
}

/** The form for one animal. A new form replaces it after an animal was added or a draft was dropped. */
export const AnimalForm = (props: FormProps) => {
  const [round, setRound] = useState(0)
  const name = called.value
  const forget = (): void => {
    called.value = ''
  }
  useEffect(() => forget, [])
  return (
    <OneForm
      key={`${round} ${name}`}
      {...props}
      onAgain={() => {
        forget()
        setRound(round + 1)
      }}
    />
  )
}

const OneForm = ({
  seen: fresh,
  onClose,
  onCancel,
  onAgain,
}: FormProps & { readonly onAgain: () => void }) => {
  const { typed, isOld, change, drop } = useDraft<DraftValues>(draftName(fresh?.pet.id), () => ({
    ...(fresh
      ? valuesOf(fresh.pet)
      : {
          name: called.value,
          category: readItem<string>(lastCategory) ?? '',
          status: 'available',
        }),
    at: 0,
    seen: fresh,
  }))
  const { name, category, status, texts = {}, seen, idempotencyKey } = typed
  const changeNow = (part: Partial<DraftValues>): void => change({ ...part, at: Date.now() })
  const [isJudged, setJudged] = useState(false)
  const [clash, setClash] = useState<Clash | undefined>()
  const saving = useSaving(fresh?.pet.name)
  const number = categoryId(category, categories.value)
  const fault = nameFault(name)
  const isRight = fault === undefined && textFields.every((field) => !textFault(texts[field]))
  const wanted =
    isRight && number !== undefined
      ? { ...typedTexts(texts), name, categoryId: number, status }
      : undefined

  const add = async (animal: Fields, giveUp: AbortSignal): Promise<void> => {
    const { data, etag } = await ask(callOf('pets', 'create', animal, { idempotencyKey }), giveUp)
    noteChange(undefined, data)
    writeItem(lastCategory, category)
    drop()
    toast({
      text: t('{name} was added as animal {id}.', { name: data.name, id: data.id }),
      href: hrefOf(['animals', data.id]),
      label: t('Undo'),
      act: undo(data.name, async () => {
        await ask(callOf('pets', 'delete', data.id, { ifMatch: etag }))
        noteChange(data, undefined)
        return t('{name} is not in the store any more.', { name: data.name })
      }),
    })
  }
  const save = (from: TaggedPet, animal: Fields): void =>
    saving.run(async (giveUp) => {
      const next = await saveAnimal(from, animal, giveUp)
      setClash(next)
      if (next)
        return t('Somebody else changed {name} while you were typing.', {
          name: next.seen.pet.name,
        })
      return drop()
    }, onClose)
  const submit = (): void => {
    setJudged(true)
    if (wanted && seen) save(seen, wanted)
    else if (wanted) saving.run((giveUp) => add(wanted, giveUp), onAgain)
  }

  if (clash && wanted) {
    return (
      <Conflict
        mine={wanted}
        clash={clash}
        onSave={(chosen) => save(clash.seen, chosen)}
        onKeepTyping={() => {
          changeNow({ ...valuesOf(clash.merge.merged), seen: clash.seen })
          setClash(undefined)
          saving.stop()
        }}
        onDrop={() => {
          noteChange(seen?.pet, clash.seen.pet)
          drop()
          onClose?.()
        }}
      />
    )
  }
  const before = seen && statusOf(seen.pet)
  return (
    <Form onSubmit={submit}>
      {isOld && (
        <p class="notice">
          <span>{t('You typed this at {time}.', { time: timeText(typed.at) })}</span>
          <button
            type="button"
            onClick={() => {
              drop()
              onAgain()
            }}
          >
            {t('Discard it')}
          </button>
        </p>
      )}
      <Field
        label={t('Name')}
        autofocus
        value={name}
        fault={isJudged ? fault : undefined}
        onInput={(text) => changeNow({ name: text })}
      />
      <Field
        label={t('Category')}
        list="category-names"
        hint={t('A name, or a number.')}
        value={category}
        fault={
          isJudged && number === undefined ? t('Choose a category or type its number.') : undefined
        }
        onInput={(text) => changeNow({ category: text })}
      />
      <CategoryNames id="category-names" />
      {textFields.map((field) => (
        <Field
          key={field}
          label={fieldWords[field]}
          value={texts[field] ?? ''}
          fault={isJudged ? textFault(texts[field]) : undefined}
          onInput={(text) => changeNow({ texts: { ...texts, [field]: text } })}
        />
      ))}
      <Choices
        legend={t('Status')}
        options={petStatuses
          .filter((each) => !before || each === before || movesFrom[before].includes(each))
          .map((each) => [each, petWords[each]])}
        chosen={status}
        onChoose={(each) => changeNow({ status: each })}
      />
      <SaveBar saving={saving} label={seen ? t('Save') : t('Add')} onCancel={onCancel} />
      {wanted && (
        <CopyAs
          key={idempotencyKey}
          calls={[
            seen
              ? [
                  t('Save this animal'),
                  callOf('pets', 'update', seen.pet.id, differences(seen.pet, wanted), {
                    ifMatch: seen.etag,
                  }),
                ]
              : [t('Add this animal'), callOf('pets', 'create', wanted, { idempotencyKey })],
          ]}
        />
      )}
    </Form>
  )
}
