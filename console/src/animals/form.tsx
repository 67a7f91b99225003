import { useEffect, useState } from 'preact/hooks'
import { categoryId } from '../categories/category-id.ts'
import { CategoryNames } from '../categories/datalist.tsx'
import { categories, categoryName, needCategories } from '../categories/names.ts'
import { keep, kept } from '../core/kept.ts'
import { go } from '../core/route.ts'
import { timeText } from '../core/time.ts'
import { isPetOld, noteChange } from '../known/animals.ts'
import { Choices } from '../parts/choices.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { Form } from '../parts/form.tsx'
import { Field } from '../parts/field.tsx'
import { nameFault } from '../parts/name-fault.ts'
import { Panel } from '../parts/heading.tsx'
import { useSaid } from '../parts/say.ts'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { Refused, Shown } from '../parts/states.tsx'
import { toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { hasDraft, useDraft } from '../parts/use-draft.ts'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { petWords } from '../words.ts'
import { Conflict } from './conflict.tsx'
import { differences, type Fields, fieldsOf, type Values } from './form-values.ts'
import { movesFrom, statusOf } from './mark.ts'
import { type Clash, readAnimal, saveAnimal, type Seen } from './save.ts'

/** What is kept of a form that is not saved yet. */
type Kept = Values & {
  /** When it was typed, in milliseconds since the epoch. */
  readonly at: number
  /** What somebody saw when they began; missing in a new animal. */
  readonly seen?: Seen | undefined
}

const draftName = (id: bigint | undefined): string => `animal:${id ?? 'new'}`

/** The form for one animal, beside the list: to change it, or to add one. */
export const FormPanel = ({
  id,
  onClose,
}: {
  /** Undefined adds an animal. */
  readonly id: bigint | undefined
  readonly onClose: () => void
}) => {
  useEffect(needCategories, [])
  const close = (): void => {
    if (hasDraft(draftName(id))) {
      const href = location.hash
      toast({ text: 'What you typed is kept.', label: 'Go on', act: () => go(href) })
    }
    onClose()
  }
  if (id === undefined) {
    return (
      <Panel title="Add an animal" onClose={close}>
        <AnimalForm seen={undefined} onClose={onClose} onCancel={close} />
      </Panel>
    )
  }
  return <Edit id={id} onClose={onClose} onCancel={close} />
}

/** The form for a new animal, where there is no list beside which it could stand. */
export const NewAnimal = () => {
  useEffect(needCategories, [])
  return <AnimalForm seen={undefined} onClose={() => undefined} />
}

const Edit = ({
  id,
  onClose,
  onCancel,
}: {
  readonly id: bigint
  readonly onClose: () => void
  readonly onCancel: () => void
}) => {
  const loaded = useLoad(
    String(id),
    async () => ({ data: { seen: await readAnimal(id) } }),
    (events, { seen }) => seen !== undefined && isPetOld(events, seen.pet),
  )
  return (
    <Panel title={`Edit ${loaded.data?.seen?.pet.name ?? `animal ${id}`}`} onClose={onCancel}>
      <Shown loaded={loaded} what={`animal ${id}`}>
        {({ seen }) =>
          seen === undefined ? (
            <Refused text={`There is no animal ${id}. It may have been deleted.`} />
          ) : (
            <>
              {loaded.hasNews && <ChangedByOthers name={seen.pet.name} />}
              <AnimalForm seen={seen} onClose={onClose} onCancel={onCancel} />
            </>
          )
        }
      </Shown>
    </Panel>
  )
}

const ChangedByOthers = ({ name }: { readonly name: string }) => {
  const text = `Somebody has changed ${name}. What you typed is kept; if you both changed the same thing, you choose.`
  useSaid(text)
  return (
    <p class="notice">
      <span>{text}</span>
    </p>
  )
}

type FormProps = {
  readonly seen: Seen | undefined
  readonly onClose: () => void
  /** Undefined if there is nowhere to go back to. */
  readonly onCancel?: (() => void) | undefined
}

/** The form, and another one in its place after an animal was added or a draft was dropped. */
const AnimalForm = (props: FormProps) => {
  const [round, setRound] = useState(0)
  return <OneForm key={round} {...props} onAgain={() => setRound(round + 1)} />
}

const OneForm = ({
  seen: fresh,
  onClose,
  onCancel,
  onAgain,
}: FormProps & { readonly onAgain: () => void }) => {
  const id = fresh?.pet.id
  const { typed, isOld, change, drop } = useDraft<Kept>(draftName(id), () => ({
    ...(fresh === undefined ? newValues() : valuesOf(fieldsOf(fresh.pet))),
    at: 0,
    seen: fresh,
  }))
  const { seen, idempotencyKey } = typed
  const changeNow = (part: Partial<Kept>): void => change({ ...part, at: Date.now() })
  const [isJudged, setJudged] = useState(false)
  const [clash, setClash] = useState<Clash | undefined>()
  const saving = useSaving(fresh?.pet.name)
  const category = categoryId(typed.category, categories.value ?? [])
  const faults = {
    name: nameFault(typed.name),
    category: category === undefined ? 'Choose a category or type its number.' : undefined,
  }
  const wanted: Fields | undefined =
    faults.name === undefined && category !== undefined
      ? { name: typed.name, categoryId: category, status: typed.status }
      : undefined

  const add = async (animal: Fields, signal: AbortSignal): Promise<void> => {
    const { data, etag } = await ask(callOf('pets', 'create', animal, { idempotencyKey }), signal)
    noteChange(undefined, data)
    keep('lastCategory', animal.categoryId)
    drop()
    onAgain()
    toast({
      text: `${data.name} was added as animal ${data.id}.`,
      label: 'Undo',
      act: undo(data.name, async () => {
        await ask(callOf('pets', 'delete', data.id, { ifMatch: etag }))
        noteChange(data, undefined)
        return `${data.name} is not in the store any more.`
      }),
    })
  }
  const save = (from: Seen, animal: Fields): void =>
    saving.run(async (signal) => {
      const next = await saveAnimal(from, animal, signal)
      setClash(next)
      if (next !== undefined) return
      drop()
      onClose()
    })
  const submit = (): void => {
    setJudged(true)
    if (wanted === undefined) return
    if (seen !== undefined) save(seen, wanted)
    else saving.run((signal) => add(wanted, signal))
  }

  if (clash !== undefined && wanted !== undefined) {
    const theirs = fieldsOf(clash.seen.pet)
    return (
      <Conflict
        name={clash.seen.pet.name}
        mine={wanted}
        theirs={theirs}
        merge={clash.merge}
        onSave={(chosen) => save(clash.seen, chosen)}
        onKeepTyping={() => {
          changeNow({ ...valuesOf(clash.merge.merged), seen: clash.seen })
          setClash(undefined)
        }}
        onDrop={() => {
          drop()
          noteChange(seen?.pet, clash.seen.pet)
          onClose()
        }}
      />
    )
  }
  const status = seen === undefined ? undefined : statusOf(seen.pet)
  return (
    <Form onSubmit={submit}>
      {isOld && (
        <p class="notice">
          <span>You typed this at {timeText(typed.at)}.</span>
          <button
            type="button"
            onClick={() => {
              drop()
              onAgain()
            }}
          >
            Drop it
          </button>
        </p>
      )}
      <Field
        label="Name"
        autofocus
        value={typed.name}
        fault={isJudged ? faults.name : undefined}
        onInput={(name) => changeNow({ name })}
      />
      <Field
        label="Category"
        list="category-names"
        hint="A name, or a number."
        value={typed.category}
        fault={isJudged ? faults.category : undefined}
        onInput={(text) => changeNow({ category: text })}
      />
      <CategoryNames id="category-names" />
      <Choices
        legend="Status"
        options={(['available', 'pending', 'sold'] as const)
          .filter(
            (each) => status === undefined || each === status || movesFrom[status].includes(each),
          )
          .map((each) => [each, petWords[each]])}
        chosen={typed.status}
        onChoose={(each) => changeNow({ status: each })}
      />
      <SaveBar saving={saving} label={seen === undefined ? 'Add' : 'Save'} onCancel={onCancel} />
      {wanted !== undefined && (
        <CopyAs
          key={idempotencyKey}
          calls={[
            seen === undefined
              ? ['Add this animal', callOf('pets', 'create', wanted, { idempotencyKey })]
              : [
                  'Save this animal',
                  callOf('pets', 'update', seen.pet.id, differences(fieldsOf(seen.pet), wanted), {
                    ifMatch: seen.etag,
                  }),
                ],
          ]}
        />
      )}
    </Form>
  )
}

const shownCategory = (id: bigint): string => categoryName(id) ?? String(id)

const valuesOf = ({ name, categoryId: category, status }: Fields): Values => ({
  name,
  category: shownCategory(category),
  status,
})

/** A new animal begins with the category of the one before it. */
const newValues = (): Values => {
  const last = kept<bigint>('lastCategory')
  return { name: '', category: last === undefined ? '' : shownCategory(last), status: 'available' }
}
