import { Dialog } from './parts/dialog.tsx'
import type { ScreenEntry } from './screens.ts'

const keysOfLists = [
  ['↑ ↓ or J K', 'Go through a list'],
  ['Enter', 'Open'],
  ['M, then A V N H', 'Mark as Adopted, Available, Set aside; hold for somebody'],
  [
    'M, then P A X Y C T',
    'An order: approve, hand over, extend by a day or three, cancel, take back',
  ],
  ['E', 'Edit'],
  ['C, P', 'Copy an event; pause the events'],
  ['R', 'Send a message to an endpoint again'],
  ['Esc', 'Close a panel, a menu or a question'],
] as const

/** All keys, and the words of the interface beside ours. */
export const Help = ({
  entries,
  onClose,
}: {
  readonly entries: readonly ScreenEntry[]
  readonly onClose: () => void
}) => {
  const rows = [
    ['/ or Ctrl K or ⌘ K', 'Find anything'],
    ['N', 'Add an animal'],
    ['Z', 'Undo what the message offers'],
    ...entries.map(({ key, word }) => [`G, then ${key.toUpperCase()}`, `Go to ${word}`]),
    ...keysOfLists,
    ['?', 'This help'],
  ]
  return (
    <Dialog title="Shortcuts" onClose={onClose}>
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
        Programs call <b>Available</b> “available”, <b>On hold</b> “pending”, <b>Adopted</b> “sold”,{' '}
        <b>Held</b> “placed”, <b>Handed over</b> “delivered”.
      </p>
      <p class="actions">
        <button type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </p>
    </Dialog>
  )
}
