import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { NewPet } from '../../../client/src/index.ts'
import { hrefOf } from '../core/route.ts'
import { countText, t } from '../core/language.ts'
import { timeText } from '../core/time.ts'
import { fieldNames, fieldWords } from '../model/fields.ts'
import { useSaving } from '../parts/saving.tsx'
import { say } from '../parts/say.ts'
import { Refused } from '../parts/refused.tsx'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { csvFile } from './read-cells.ts'
import type { Row } from './rows.ts'

/** What is sent, and what was. It is kept for the tab. */
export type Sending = {
  /** One request each; its key makes it happen once, however often it is sent. */
  readonly batches: ReadonlyArray<{
    readonly pets: readonly NewPet[]
    readonly idempotencyKey: string
  }>
  /** The first and the last number of each batch that was added. */
  readonly done: ReadonlyArray<readonly [first: bigint, last: bigint]>
  /** Rows that were left out. */
  readonly left: readonly Row[]
}

/** Sends the animals, a hundred at a time, and says how far it is. */
export const Send = ({
  sending,
  onChange,
  onEnd,
}: {
  readonly sending: Sending
  readonly onChange: (sending: Sending) => void
  readonly onEnd: () => void
}) => {
  const { batches, done } = sending
  const { isRunning, fault, waitsUntil, run, stop } = useSaving(t('An animal'))
  const total = petsIn(batches).length
  const addedBy = (count: number): number => petsIn(batches.slice(0, count)).length

  const sendAll = async (signal: AbortSignal): Promise<void> => {
    const added = [...done]
    for (const { pets, idempotencyKey } of batches.slice(done.length)) {
      signal.throwIfAborted()
      const { data } = await ask(callOf('pets', 'createAll', pets, { idempotencyKey }), signal)
      added.push([data[0]?.id ?? 0n, data.at(-1)?.id ?? 0n])
      onChange({ ...sending, done: [...added] })
      // Says how far it is, once past each quarter.
      const quarterAt = (count: number): number => Math.floor((addedBy(count) / total) * 4)
      const quarter = quarterAt(added.length)
      if (quarter > quarterAt(added.length - 1))
        say(t('{percent} percent are added.', { percent: quarter * 25 }))
    }
  }
  useLayoutEffect(() => {
    // After a reload it waits until somebody says so.
    if (done.length === 0) run(sendAll)
    return stop
  }, [])
  useEffect(() => {
    if (!isRunning) return undefined
    const warn = (event: Event): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isRunning])

  if (done.length === batches.length) return <Done sending={sending} onEnd={onEnd} />
  const added = addedBy(done.length)
  return (
    <div class="sending">
      <p>
        {isRunning
          ? t('{done} of {count} added.', { done: countText(added), count: total })
          : t('{done} of {count} were added.', { done: countText(added), count: total })}{' '}
        {waitsUntil && t('Goes on at {time}.', { time: timeText(waitsUntil) })}
      </p>
      <progress max={total} value={added} aria-label={t('Animals added')} />
      {fault && <Refused text={fault} />}
      <p class="actions">
        {isRunning ? (
          <button type="button" onClick={stop}>
            {t('Stop here')}
          </button>
        ) : (
          <>
            <button type="button" class="primary" onClick={() => run(sendAll)}>
              {t('Go on')}
            </button>
            <button type="button" onClick={onEnd}>
              {t('Leave it at that')}
            </button>
          </>
        )}
      </p>
      <p class="hint">{t('Those added stay. Nothing is added twice, even after a reload.')}</p>
    </div>
  )
}

const petsIn = (batches: Sending['batches']): readonly NewPet[] =>
  batches.flatMap(({ pets }) => pets)

const Done = ({
  sending: { batches, done, left },
  onEnd,
}: {
  readonly sending: Sending
  readonly onEnd: () => void
}) => {
  const pets = petsIn(batches)
  const [category, ...others] = new Set(pets.map(({ categoryId }) => BigInt(categoryId)))
  const first = done[0]?.[0]
  const last = done.at(-1)?.[1]
  const [file] = useState(() => fileOf(left))
  return (
    <section class="sending">
      <h2 ref={takeFocus} tabIndex={-1}>
        {/* Somebody else may have added animals between two batches. */}
        {t(
          '{count} animal added, number {first}.|{count} animals added, numbers {first} to {last}.',
          { count: pets.length, first: String(first), last: String(last) },
        )}
      </h2>
      <p class="actions">
        {may('pets:read') && (
          <a
            class="button primary"
            href={hrefOf(['animals'], {
              status: 'all',
              category: others.length === 0 ? category : undefined,
              sort: '-id',
            })}
          >
            {t('See them')}
          </a>
        )}
        {left.length > 0 && (
          <a class="button" href={file} download="animals-left-out.csv">
            {t('Download the {count} row left out|Download the {count} rows left out', {
              count: left.length,
            })}
          </a>
        )}
        <button type="button" onClick={onEnd}>
          {t('Add more')}
        </button>
      </p>
    </section>
  )
}

const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** The address of the rows as a file, to be mended in the spreadsheet. */
const fileOf = (rows: readonly Row[]): string =>
  csvFile([Object.values(fieldWords), ...rows.map((row) => fieldNames.map((field) => row[field]))])
