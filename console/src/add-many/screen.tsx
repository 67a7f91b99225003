import { useEffect, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { needCategories } from '../categories/names.ts'
import { readItem, writeItem } from '../core/tab-storage.ts'
import { hrefOf } from '../core/route.ts'
import { Heading } from '../parts/heading.tsx'
import { newIdempotencyKey } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { Check } from './check.tsx'
import { Paste } from './paste.tsx'
import type { Cells } from './read-cells.ts'
import { Send, type Sending } from './send.tsx'

/** The cells to check, or the progress of sending. It is kept for the tab, so that a reload continues there. */
type State = { readonly cells: Cells } | { readonly sending: Sending }

/** Stored as a draft, so signing out asks before it is dropped. */
const draft = 'draft:add-animals'

const steps = [t('1 Paste or choose'), t('2 Check'), t('3 Add')] as const

/** Adds the animals of a spreadsheet. Nothing is sent before the last step. */
export const AddMany = () => {
  const [state, setState] = useState(readItem<State>(draft))
  useEffect(() => void needCategories(), [])
  const change = (next?: State): void => {
    setState(next)
    // Delete first: if the new state is too large to store, no older one may suggest that nothing was sent.
    writeItem(draft, undefined)
    writeItem(draft, next)
  }
  const begin = (): void => change()
  const step = state === undefined ? 0 : 'cells' in state ? 1 : 2
  return (
    <main id="main" class="add-many">
      <header class="screen-head">
        <Heading
          title={t('Add many animals')}
          said={t('Add many animals, {step}', { step: steps[step] })}
        />
        <a class="button" href={hrefOf(['animals'])}>
          {may('pets:read') ? t('Back to the list') : t('Add one')}
        </a>
      </header>
      <ol class="steps">
        {steps.map((text, n) => (
          <li key={text} aria-current={n === step ? 'step' : undefined}>
            {text}
          </li>
        ))}
      </ol>
      {state === undefined ? (
        <Paste onCells={(cells) => change({ cells })} />
      ) : 'cells' in state ? (
        <Check
          cells={state.cells}
          onBack={begin}
          onAdd={(batches, left) =>
            change({
              sending: {
                batches: batches.map((arrivals) => ({
                  arrivals,
                  idempotencyKey: newIdempotencyKey(),
                })),
                done: [],
                described: 0,
                refused: {},
                left,
              },
            })
          }
        />
      ) : (
        <Send sending={state.sending} onChange={(sending) => change({ sending })} onEnd={begin} />
      )}
    </main>
  )
}
