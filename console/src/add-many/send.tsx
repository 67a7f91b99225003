import { useEffect, useRef, useState } from 'preact/hooks'
import type { NewPet } from '../../../client/src/index.ts'
import { hrefOf } from '../core/route.ts'
import { countText, timeText } from '../core/time.ts'
import { say } from '../parts/say.ts'
import { Refused } from '../parts/states.tsx'
import { ask, gate } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { refusalText } from '../words.ts'
import { csvOf } from './read-cells.ts'
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
  // After a reload it waits until somebody says so.
  const [isRunning, setRunning] = useState(done.length === 0)
  const [fault, setFault] = useState('')
  const now = useRef(sending)
  const total = countOf(batches)
  const added = countOf(batches.slice(0, done.length))
  const isDone = done.length === batches.length

  const sendAll = async (signal: AbortSignal): Promise<void> => {
    try {
      for (;;) {
        const batch = now.current.batches[now.current.done.length]
        if (batch === undefined) return
        const { pets, idempotencyKey } = batch
        const { data } = await ask(callOf('pets', 'createAll', pets, { idempotencyKey }), signal)
        const range = [data[0]?.id ?? 0n, data.at(-1)?.id ?? 0n] as const
        now.current = { ...now.current, done: [...now.current.done, range] }
        onChange(now.current)
        sayProgress(now.current, total)
      }
    } catch (error) {
      if (!signal.aborted) setFault(refusalText(error, 'An animal'))
    } finally {
      if (!signal.aborted) setRunning(false)
    }
  }
  useEffect(() => {
    if (!isRunning) return undefined
    setFault('')
    const controller = new AbortController()
    const warn = (event: Event): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    void sendAll(controller.signal)
    return () => {
      removeEventListener('beforeunload', warn)
      controller.abort(new Error('Somebody stopped it.'))
    }
  }, [isRunning])

  const trouble = gate.trouble.value
  const waitsUntil =
    isRunning && trouble !== undefined && trouble.kind !== 'revoked' ? trouble.until : undefined
  if (isDone) return <Done sending={sending} total={total} onEnd={onEnd} />
  return (
    <div class="sending">
      <p>
        {countText(added)} of {countText(total)} {isRunning ? '' : 'were '}added.{' '}
        {waitsUntil !== undefined && `Goes on at ${timeText(waitsUntil)}.`}
      </p>
      <progress max={total} value={added} aria-label="Animals added" />
      {fault !== '' && <Refused text={fault} />}
      <p class="actions">
        {isRunning ? (
          <button type="button" onClick={() => setRunning(false)}>
            Stop here
          </button>
        ) : (
          <>
            <button type="button" class="primary" onClick={() => setRunning(true)}>
              Go on
            </button>
            <button type="button" onClick={onEnd}>
              Leave it at that
            </button>
          </>
        )}
      </p>
      <p class="hint">Those added stay. Nothing is added twice, even after a reload.</p>
    </div>
  )
}

const countOf = (batches: Sending['batches']): number =>
  batches.reduce((sum, { pets }) => sum + pets.length, 0)

/** Says how far it is, once past each quarter. */
const sayProgress = ({ batches, done }: Sending, total: number): void => {
  const quarterAt = (count: number): number =>
    Math.floor((countOf(batches.slice(0, count)) / total) * 4)
  const quarter = quarterAt(done.length)
  if (quarter > quarterAt(done.length - 1)) say(`${quarter * 25} percent are added.`)
}

const Done = ({
  sending: { batches, done, left },
  total,
  onEnd,
}: {
  readonly sending: Sending
  readonly total: number
  readonly onEnd: () => void
}) => {
  const category = batches[0]?.pets[0]?.categoryId
  const isOneCategory = batches.every(({ pets }) =>
    pets.every((pet) => pet.categoryId === category),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section class="sending">
      <h2 ref={heading} tabIndex={-1}>
        {countText(total)} {total === 1 ? 'animal' : 'animals'} added, {rangeText(done)}.
      </h2>
      <p class="actions">
        {may('pets:read') && (
          <a
            class="button primary"
            href={hrefOf(['animals'], {
              status: 'all',
              category: isOneCategory ? BigInt(category ?? 0) : undefined,
              sort: '-id',
            })}
          >
            See them
          </a>
        )}
        {left.length > 0 && (
          <button type="button" onClick={() => download(left)}>
            Download the {countText(left.length)} {left.length === 1 ? 'row' : 'rows'} left out
          </button>
        )}
        <button type="button" onClick={onEnd}>
          Add more
        </button>
      </p>
    </section>
  )
}

/** "numbers 22 to 257". Somebody else may have added animals between two batches. */
const rangeText = (done: Sending['done']): string => {
  const first = done[0]?.[0]
  const last = done.at(-1)?.[1]
  return first === last ? `number ${first}` : `numbers ${first} to ${last}`
}

/** Gives the rows as a file, to be mended in the spreadsheet. */
const download = (rows: readonly Row[]): void => {
  const text = csvOf([
    ['Name', 'Category', 'Status'],
    ...rows.map(({ name, category, status }) => [name, category, status]),
  ])
  const link = document.createElement('a')
  // A byte order mark tells spreadsheet programs that it is UTF-8.
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  link.download = 'animals-left-out.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
