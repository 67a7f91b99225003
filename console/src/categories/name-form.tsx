import { useState } from 'preact/hooks'
import { keep, kept } from '../core/kept.ts'
import { Field } from '../parts/field.tsx'
import { nameFault } from '../parts/name-fault.ts'
import { readInt64 } from '../core/int64.ts'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { nameCategory, renameCategory, TakenError } from './changes.ts'
import { categoryName } from './names.ts'

/**
 * Names a number, or gives a category another name. What is typed is kept until it is saved.
 *
 * @param id the number; without it somebody chooses one, and `suggested` is filled in
 */
export const NameForm = ({
  id,
  suggested = 1n,
  onDone,
}: {
  readonly id?: bigint | undefined
  readonly suggested?: bigint
  readonly onDone: () => void
}) => {
  const draft = `draft:category:${id ?? 'new'}`
  const before = id === undefined ? undefined : categoryName(id)
  const [typed, setTyped] = useState(
    kept<{ number: string; name: string }>(draft) ?? {
      number: String(id ?? suggested),
      name: before ?? '',
    },
  )
  const [isJudged, setJudged] = useState(false)
  const [taken, setTaken] = useState('')
  const saving = useSaving('The category')
  const change = (part: Partial<typeof typed>): void => {
    const next = { ...typed, ...part }
    setTyped(next)
    setTaken('')
    keep(draft, next)
  }
  const number = readInt64(typed.number)
  const faults = {
    number: number === undefined ? 'A number has only digits, at most 19.' : undefined,
    name: nameFault(typed.name),
  }
  const end = (): void => {
    keep(draft, undefined)
    onDone()
  }
  const submit = (): void => {
    setJudged(true)
    if (number === undefined || faults.name !== undefined) return
    saving.run(async (signal) => {
      try {
        if (before === undefined) await nameCategory(number, typed.name, signal)
        else if (before !== typed.name) await renameCategory(number, before, typed.name, signal)
        end()
      } catch (error) {
        if (!(error instanceof TakenError)) throw error
        setTaken(error.message)
      }
    })
  }
  return (
    <form
      class="name-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        end()
      }}
    >
      {id === undefined && (
        <Field
          label="Number"
          inputmode="numeric"
          value={typed.number}
          fault={isJudged ? faults.number : undefined}
          onInput={(event) => change({ number: event.currentTarget.value })}
        />
      )}
      <Field
        label={id === undefined ? 'Name' : `Name of ${id}`}
        autofocus
        value={typed.name}
        fault={taken !== '' ? taken : isJudged ? faults.name : undefined}
        onInput={(event) => change({ name: event.currentTarget.value })}
      />
      <SaveBar saving={saving} label="Save" onCancel={end} />
    </form>
  )
}
