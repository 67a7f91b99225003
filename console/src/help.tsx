import { rich, t } from './core/language.ts'
import { Dialog } from './parts/dialog.tsx'
import type { ScreenEntry } from './screens.ts'
import { orderWords, petWords } from './words.ts'

const keysOfLists = [
  [t('↑ ↓ or J K'), t('Go through a list')],
  ['Enter', t('Open')],
  [t('M, then A V N H'), t('Mark as Adopted, Available, Set aside; hold for somebody')],
  [
    t('M, then P A X Y C T'),
    t('An order: approve, hand over, extend by a day or three, cancel, take back'),
  ],
  ['E', t('Edit')],
  ['X, Shift X', t('Choose an animal; all from the last one chosen')],
  ['C, P', t('Copy an event; pause the events')],
  ['R', t('Send a message to an endpoint again')],
  ['Esc', t('Close a panel, a menu or a question')],
] as const

/** All keyboard shortcuts, and the API's terms beside those of the console. */
export const Help = ({
  entries,
  onClose,
}: {
  readonly entries: readonly ScreenEntry[]
  readonly onClose: () => void
}) => {
  const rows = [
    [t('/ or Ctrl K or ⌘ K'), t('Find anything')],
    ['N', t('Add an animal')],
    ['Z', t('Undo what the message offers')],
    ...entries.map(({ key, word }) => [
      t('G, then {key}', { key: key.toUpperCase() }),
      t('Go to {screen}', { screen: word }),
    ]),
    ...keysOfLists,
    ['?', t('This help')],
  ]
  return (
    <Dialog title={t('Shortcuts')} onClose={onClose}>
      <table class="help">
        <tbody>
          {rows.map(([keys, what]) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {rich(
          'Programs call {available} “available”, {pending} “pending”, {sold} “sold”, {placed} “placed”, {delivered} “delivered”.',
          {
            available: <b>{petWords.available}</b>,
            pending: <b>{petWords.pending}</b>,
            sold: <b>{petWords.sold}</b>,
            placed: <b>{orderWords.placed}</b>,
            delivered: <b>{orderWords.delivered}</b>,
          },
        )}
      </p>
      <p class="actions">
        <button type="button" class="primary" onClick={onClose}>
          {t('Close')}
        </button>
      </p>
    </Dialog>
  )
}
