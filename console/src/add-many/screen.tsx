import { useEffect, useState } from 'preact/hooks'
import { categories, needCategories } from '../categories/names.ts'
import { keep, kept } from '../core/kept.ts'
import { hrefOf } from '../core/route.ts'
import { Heading } from '../parts/heading.tsx'
import { newIdempotencyKey } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { Check } from './check.tsx'
import { Paste } from './paste.tsx'
import type { Cells } from './read-cells.ts'
import { batchesOf, faultsOf, newPetOf, type Row } from './rows.ts'
import { Send, type Sending } from './send.tsx'

/** Where somebody is. It is kept for the tab, so that a reload goes on there. */
type State =
  | { readonly step: 'paste' }
  | { readonly step: 'check'; readonly cells: Cells }
  | { readonly step: 'send'; readonly sending: Sending }

/** A draft, so signing out asks before it is dropped. */
const draft = 'draft:add-many'

const steps = [
  ['paste', '1 Paste or choose'],
  ['check', '2 Check'],
  ['send', '3 Add'],
] as const

/** Adds the animals of a spreadsheet. Nothing is sent before the last step. */
export const AddMany = () => {
  const [state, setState] = useState<State>(kept<State>(draft) ?? { step: 'paste' })
  useEffect(needCategories, [])
  const change = (next: State): void => {
    setState(next)
    keep(draft, next.step === 'paste' ? undefined : next)
  }
  const begin = (rows: readonly Row[]): void => {
    const named = categories.value ?? []
    const isGood = (row: Row): boolean =>
      row.isOut !== true && Object.keys(faultsOf(row, named)).length === 0
    const batches = batchesOf(rows.filter(isGood).map((row) => newPetOf(row, named)))
    change({
      step: 'send',
      sending: {
        batches: batches.map((pets) => ({ pets, idempotencyKey: newIdempotencyKey() })),
        done: [],
        left: rows.filter((row) => !isGood(row)),
      },
    })
  }
  return (
    <main id="main" class="add-many">
      <header class="screen-head">
        <Heading
          title="Add many animals"
          said={`Add many animals, ${steps.find(([step]) => step === state.step)?.[1] ?? ''}`}
        />
        <a class="button" href={hrefOf(['animals'])}>
          {may('pets:read') ? 'Back to the list' : 'Add one'}
        </a>
      </header>
      <ol class="steps">
        {steps.map(([step, text]) => (
          <li key={step} aria-current={step === state.step ? 'step' : undefined}>
            {text}
          </li>
        ))}
      </ol>
      {state.step === 'paste' && <Paste onCells={(cells) => change({ step: 'check', cells })} />}
      {state.step === 'check' && (
        <Check cells={state.cells} onBack={() => change({ step: 'paste' })} onAdd={begin} />
      )}
      {state.step === 'send' && (
        <Send
          sending={state.sending}
          onChange={(sending) => change({ step: 'send', sending })}
          onEnd={() => change({ step: 'paste' })}
        />
      )}
    </main>
  )
}
