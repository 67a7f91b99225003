import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { ApiError } from '../../../client/src/index.ts'
import { hrefOf } from '../core/route.ts'
import { countText, t } from '../core/language.ts'
import { timeText } from '../core/time.ts'
import { useSaving } from '../parts/saving.tsx'
import { say } from '../parts/say.ts'
import { Refused } from '../parts/refused.tsx'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may, quota, type QuotaWindow } from '../session/session.ts'
import { refusalText } from '../words.ts'
import { columnWords } from './columns.ts'
import { csvFile } from '../core/csv.ts'
import { filledColumns } from './ready.tsx'
import { type Arrival, type JudgedRow, petsOf, type Row } from './rows.ts'

/** What is to be sent, and the progress. It is kept for the tab. */
export type Sending = {
  /**
   * One request each, for the animals without their profiles. Its idempotency key makes it happen only once,
   * however often it is sent.
   */
  readonly batches: ReadonlyArray<{
    readonly arrivals: readonly Arrival[]
    readonly idempotencyKey: string
  }>
  /** The ids of the animals of each batch that was added. */
  readonly done: ReadonlyArray<readonly bigint[]>
  /** How many animals, in their order, have their profiles or were refused them. */
  readonly described: number
  /** Why the service refused the profile of an animal, by its position. */
  readonly refused: Readonly<Record<number, string>>
  /** Rows that were left out. */
  readonly left: readonly JudgedRow[]
}

/** Requests of a minute that are reserved for others, and for what the user does in the meantime. */
const leftToOthers = 10

const minuteWindow = (): QuotaWindow | undefined =>
  quota.value.find(({ name }) => name === 'minute')

/** The maximum number of requests sent per minute. */
export const requestsAMinute = (): number =>
  Math.max(1, (minuteWindow()?.limit ?? Infinity) - leftToOthers)

/** Sends the animals in batches of up to a hundred, then the profile of each, and shows the progress. */
export const Send = ({
  sending,
  onChange,
  onEnd,
}: {
  readonly sending: Sending
  readonly onChange: (sending: Sending) => void
  readonly onEnd: () => void
}) => {
  const { batches, done, described } = sending
  const saving = useSaving(t('An animal'))
  const { isRunning, fault, run, stop } = saving
  const [pausedUntil, setPaused] = useState(0)
  const arrivals = arrivalsOf(sending)
  const total = arrivals.length
  const profilesIn = (count: number): number =>
    arrivals.slice(0, count).filter(({ profile }) => profile).length
  const profiles = profilesIn(total)

  /** Waits for the next minute before this one is used up, so that the key keeps working for others. */
  const pace = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    const { remaining = Infinity, resetAfter = 0 } = minuteWindow() ?? {}
    if (remaining > leftToOthers) return
    setPaused(Date.now() + resetAfter * 1_000)
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, resetAfter * 1_000)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve(undefined)
      })
    })
    setPaused(0)
    signal.throwIfAborted()
  }

  const sendAll = async (signal: AbortSignal): Promise<void> => {
    let now = sending
    let said = 0
    const note = (part: Partial<Sending>): void => {
      now = { ...now, ...part }
      onChange(now)
      // Announces the progress at each quarter.
      const sent = now.done.flat().length + profilesIn(now.described)
      const quarter = Math.floor((sent / (total + profiles)) * 4)
      if (quarter > said) say(t('{percent} percent are added.', { percent: quarter * 25 }))
      said = quarter
    }
    for (const { arrivals: part, idempotencyKey } of batches.slice(done.length)) {
      await pace(signal)
      const { data } = await ask(
        callOf('pets', 'createAll', petsOf(part), { idempotencyKey }),
        signal,
      )
      note({ done: [...now.done, data.map(({ id }) => id)] })
    }
    const ids = now.done.flat()
    for (const [at, { pet, profile }] of arrivals.entries()) {
      const id = ids[at]
      if (at < described || !profile || id === undefined) continue
      await pace(signal)
      try {
        await ask(callOf('profiles', 'update', id, profile), signal)
      } catch (error) {
        // An error that concerns only this animal does not stop the others.
        if (!(error instanceof ApiError && [400, 404, 409].includes(error.status))) throw error
        now = { ...now, refused: { ...now.refused, [at]: refusalText(error, pet.name) } }
      }
      note({ described: at + 1 })
    }
    note({ described: total })
  }
  useLayoutEffect(() => {
    // After a reload, sending resumes only when somebody says so.
    if (done.length === 0) run(sendAll)
    return stop
  }, [])
  useEffect(() => {
    if (!isRunning) return undefined
    const warn = (event: Event): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isRunning])

  if (done.length === batches.length && described === total)
    return <Done sending={sending} onEnd={onEnd} />
  const added = done.flat().length
  const waitsUntil = saving.waitsUntil ?? pausedUntil
  return (
    <div class="sending">
      <p>
        {isRunning
          ? t('{done} of {count} added.', { done: countText(added), count: total })
          : t('{done} of {count} were added.', { done: countText(added), count: total })}{' '}
        {profiles > 0 &&
          t('{done} of {count} are described.', {
            done: countText(profilesIn(described)),
            count: profiles,
          })}{' '}
        {waitsUntil > 0 && t('Continues at {time}.', { time: timeText(waitsUntil) })}
      </p>
      <progress
        max={total + profiles}
        value={added + profilesIn(described)}
        aria-label={t('Animals added')}
      />
      {fault && <Refused text={fault} />}
      <p class="actions">
        {isRunning ? (
          <button type="button" onClick={stop}>
            {t('Stop here')}
          </button>
        ) : (
          <>
            <button type="button" class="primary" onClick={() => run(sendAll)}>
              {t('Continue')}
            </button>
            <button type="button" onClick={onEnd}>
              {t('Leave it at that')}
            </button>
            <LeftOut sending={sending} />
          </>
        )}
      </p>
      <p class="hint">
        {t('The animals already added stay. Nothing is added twice, even after a reload.')}
      </p>
    </div>
  )
}

const arrivalsOf = ({ batches }: Sending): readonly Arrival[] =>
  batches.flatMap(({ arrivals }) => arrivals)

const Done = ({ sending, onEnd }: { readonly sending: Sending; readonly onEnd: () => void }) => {
  const arrivals = arrivalsOf(sending)
  const ids = sending.done.flat()
  const [category, ...others] = new Set(arrivals.map(({ pet }) => BigInt(pet.categoryId)))
  const refused = Object.entries(sending.refused)
  return (
    <section class="sending">
      <h2 ref={takeFocus} tabIndex={-1}>
        {/* The ids may have gaps, since others may have added animals between two batches. */}
        {t(
          '{count} animal added, number {first}.|{count} animals added, numbers {first} to {last}.',
          { count: arrivals.length, first: String(ids[0]), last: String(ids.at(-1)) },
        )}
      </h2>
      {refused.length > 0 && (
        <>
          <p>{t('Added, but not described:')}</p>
          <ul>
            {refused.map(([at, why]) => (
              <li key={at}>
                <a href={hrefOf(['animals', ids[Number(at)] ?? 0n])}>
                  <bdi>{arrivals[Number(at)]?.pet.name}</bdi>
                </a>
                : {why}
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="actions">
        {may('pets:read') && (
          <a
            class="button primary"
            href={hrefOf(['animals'], {
              status: 'all',
              category: others.length === 0 ? category : undefined,
            })}
          >
            {t('See them')}
          </a>
        )}
        <LeftOut sending={sending} />
        <button type="button" onClick={onEnd}>
          {t('Add more')}
        </button>
      </p>
    </section>
  )
}

const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** A row of the file of what was not added, with the reason. */
type Undone = Partial<Row> & { readonly why: string }

/** The rows left out, not sent or refused so far, as a file to correct in the spreadsheet. */
const LeftOut = ({ sending }: { readonly sending: Sending }) => {
  const { left, described, refused } = sending
  const ids = sending.done.flat()
  const rows: readonly Undone[] = [
    ...left.map((row) => ({
      ...row,
      why: Object.values(row.faults).filter(Boolean).join(' '),
    })),
    ...arrivalsOf(sending).flatMap(({ pet, profile }, at) => {
      const id = ids[at]
      if (id !== undefined && !refused[at] && (at < described || !profile)) return []
      const why =
        id === undefined
          ? t('not added yet')
          : (refused[at] ?? t('added, number {id}; not described yet', { id }))
      return {
        ...profile,
        name: pet.name,
        status: pet.status ?? '',
        categoryId: String(pet.categoryId),
        why,
      }
    }),
  ]
  const [file] = useState(() => {
    const columns = filledColumns(rows)
    return csvFile([
      [...columns.map((name) => columnWords[name]), t('Why')],
      ...rows.map((row) => [...columns.map((name) => row[name] ?? ''), row.why]),
    ])
  })
  return (
    rows.length > 0 && (
      <a class="button" href={file} download="animals-left-out.csv">
        {t('Download the {count} row left out|Download the {count} rows left out', {
          count: rows.length,
        })}
      </a>
    )
  )
}
