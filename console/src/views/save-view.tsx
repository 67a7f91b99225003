import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { nameFault } from '../parts/name-fault.ts'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { dropView, keepView, maxViews, views } from './views.ts'

/** Saves the list at an address as a view, or deletes its view. */
export const SaveView = ({ href }: { readonly href: string }) => {
  const [isOpen, setOpen] = useState(false)
  const kept = views.value.find((view) => view.href === href)
  return (
    <>
      <button type="button" onClick={() => (kept ? void dropView(kept) : setOpen(true))}>
        {kept ? t('Remove this view') : t('Save this view')}
      </button>
      {isOpen && <NameView href={href} onDone={() => setOpen(false)} />}
    </>
  )
}

const NameView = ({ href, onDone }: { readonly href: string; readonly onDone: () => void }) => {
  const { typed, change, drop } = useDraft('view', () => ({ name: '' }))
  const [isJudged, setJudged] = useState(false)
  const saving = useSaving()
  const name = typed.name.trim()
  const fault =
    views.value.length >= maxViews
      ? t('There are already {count} views, the most allowed. Remove one first.', {
          count: maxViews,
        })
      : views.value.some((view) => view.name === name)
        ? t('A view already has this name.')
        : nameFault(name)
  const leave = (): void => {
    drop()
    onDone()
  }
  return (
    <Dialog title={t('Save this view')} onClose={leave}>
      <Form
        onSubmit={() => {
          setJudged(true)
          if (fault !== undefined) return
          saving.run(async (giveUp) => {
            await keepView({ name, href }, typed.idempotencyKey, giveUp)
            drop()
          }, onDone)
        }}
      >
        <Field
          label={t('Name')}
          hint={t('Everybody in the team finds it beside the tabs.')}
          autofocus
          maxLength={40}
          value={typed.name}
          fault={isJudged ? fault : undefined}
          onInput={(text) => change({ name: text })}
        />
        <SaveBar saving={saving} label={t('Save')} onCancel={leave} />
      </Form>
    </Dialog>
  )
}
