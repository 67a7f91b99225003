import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { nameFault } from '../parts/name-fault.ts'
import { readInt64 } from '../core/int64.ts'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { nameCategory, renameCategory } from './changes.ts'
import { categoryName } from './names.ts'

/**
 * Names a number, or renames a category. What is typed is kept as a draft until it is saved.
 *
 * @param id the number; if undefined, the form has a field for it, filled in with `suggested`
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
  const before = id === undefined ? undefined : categoryName(id)
  const { typed, change, drop } = useDraft(`category:${id ?? 'new'}`, () => ({
    number: String(id ?? suggested),
    name: before ?? '',
  }))
  const [isJudged, setJudged] = useState(false)
  const saving = useSaving(t('The category'))
  const number = readInt64(typed.number)
  const faults = {
    number: number === undefined ? t('A number has 1 to 19 digits.') : undefined,
    name: nameFault(typed.name),
  }
  const end = (): void => {
    drop()
    onDone()
  }
  const submit = (): void => {
    setJudged(true)
    if (number === undefined || faults.name !== undefined) return
    saving.run(async (signal) => {
      const found =
        before === undefined
          ? await nameCategory(number, typed.name, signal)
          : before !== typed.name && (await renameCategory(number, before, typed.name, signal))
      return found || drop()
    }, onDone)
  }
  return (
    <Form
      class="name-form"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        end()
      }}
    >
      {id === undefined && (
        <Field
          label={t('Number')}
          inputmode="numeric"
          value={typed.number}
          fault={isJudged ? faults.number : undefined}
          onInput={(text) => change({ number: text })}
        />
      )}
      <Field
        label={id === undefined ? t('Name') : t('Name of {id}', { id })}
        autofocus
        value={typed.name}
        fault={isJudged ? faults.name : undefined}
        onInput={(name) => change({ name })}
      />
      <SaveBar saving={saving} label={t('Save')} onCancel={end} />
    </Form>
  )
}
