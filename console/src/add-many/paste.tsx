import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { Refused } from '../parts/refused.tsx'
import { Form } from '../parts/form.tsx'
import { type Cells, readCells, textOfFile } from './read-cells.ts'

/** The maximum number of rows, which a tab can hold in any browser. An operator can import larger files. */
const maxRows = 5_000

/** Takes cells of a spreadsheet, or a file. */
export const Paste = ({ onCells }: { readonly onCells: (cells: Cells) => void }) => {
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const take = (given: string): void => {
    const cells = readCells(given)
    if (cells.length === 0) setFault(t('It is empty. Copy the rows with the animals.'))
    else if (cells.length > maxRows + 1)
      setFault(
        t('At most {count} rows at once. Split them, or ask whoever runs the store’s service.', {
          count: maxRows,
        }),
      )
    else onCells(cells)
  }
  return (
    <Form class="paste" onSubmit={() => take(text)}>
      <label for="cells">{t('Paste cells from your spreadsheet here')}</label>
      <textarea
        id="cells"
        rows={8}
        dir="auto"
        spellcheck={false}
        aria-describedby="cells-hint"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <span class="hint" id="cells-hint">
        {t(
          'One row for each animal. With headings, all that you know about them is added too: breed, sex, born, chip, arrived.',
        )}
      </span>
      {fault && <Refused text={fault} />}
      <p class="actions">
        <button type="submit" class="primary">
          {t('Check them')}
        </button>
        <label class="file">
          {t('or choose a CSV file')}{' '}
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={({ currentTarget }) =>
              void currentTarget.files?.[0]?.arrayBuffer().then((bytes) => take(textOfFile(bytes)))
            }
          />
        </label>
      </p>
      <p class="hint">{t('Nothing is sent yet.')}</p>
    </Form>
  )
}
