import { countText } from '../core/language.ts'
import { serviceNow, spanText, timeText } from '../core/time.ts'
import { Icon } from '../parts/icons.tsx'
import { useClock } from '../parts/use-clock.ts'
import { causeOf, sunset } from './cause.ts'
import { type Figures, latestRefusals, minute, runsOutAt, steps } from './figures.ts'
import { HelpLink } from './tables.tsx'

const week = 7 * steps.day.length

/** Whose figures these are, when the key ends, why nothing is answered for now, and what is left. */
export const KeyFacts = ({ usage: { key, ban, windows, openOrders }, minutes }: Figures) => {
  useClock()
  const now = serviceNow()
  const leftUntil = (time: string): string => spanText(Date.parse(time) - now)
  const isSoon = Date.parse(key.expiresAt ?? '') - now <= week
  const day = windows.find(({ name }) => name === 'day')
  const runsOut = day && runsOutAt(day, minutes, now)
  return (
    <>
      <p>
        The key <bdi>“{key.name}”</bdi>, plan <b class="plan">{key.plan}</b>.{' '}
        {key.expiresAt && (
          <span class={isSoon ? 'soon' : ''}>
            {isSoon && <Icon name="clock" />} It ends {timeText(key.expiresAt)} (in{' '}
            {leftUntil(key.expiresAt)}).
            {isSoon && ' Ask for the next one now.'}
          </span>
        )}
      </p>
      {ban && (
        <p class="notice">
          <Icon name="warning" />
          <span>
            This key is paused since {timeText(ban.since)}, until {timeText(ban.until)} (
            {leftUntil(ban.until)} left), because requests went on after its limit. Every request
            until then is refused.
          </span>
          <HelpLink code="api_key_banned" />
        </p>
      )}
      <div class="meters">
        {windows.map((window) => (
          <Meter
            key={window.name}
            label={window === day ? 'Today' : 'This minute'}
            note={`starts again in ${leftUntil(window.resetsAt)}`}
            {...window}
          />
        ))}
        <Meter label="Open holds" note="at once" {...openOrders} />
        {runsOut !== undefined && (
          <p class="soon">
            <Icon name="clock" /> If it goes on as in the last hour, today’s requests run out at
            about {timeText(runsOut)}.
          </p>
        )}
      </div>
    </>
  )
}

const Meter = ({
  label,
  used,
  limit,
  note,
}: {
  readonly label: string
  readonly used: number
  readonly limit: number
  readonly note: string
}) => (
  <div class="meter">
    <b>{label}</b>
    <meter
      aria-label={label}
      max={limit}
      value={used}
      low={limit * 0.8}
      high={limit - 1}
      optimum={0}
    />
    <span>
      {countText(used)} of {countText(limit)}
      <small> · {note}</small>
    </span>
  </div>
)

/** The sentence that names the cause of the latest refusals. */
export const Stopped = ({ usage, minutes, entries, step }: Figures) => {
  const recent = latestRefusals(minutes, minute)
  const refusals = recent ?? latestRefusals(entries, step)
  if (refusals === undefined) {
    return (
      <p class="fine">
        <Icon name="tick" /> Nothing was refused {step.span}.
      </p>
    )
  }
  return (
    <section>
      <h2>What stopped you</h2>
      <p>
        {causeOf(refusals, usage, recent ? minute : step)} <HelpLink code={refusals.code} />
      </p>
    </section>
  )
}

/** Calls of what is deprecated, and how long it still works. */
export const Deprecated = ({ usage: { deprecatedCalls } }: Figures) => {
  const days = Math.ceil((sunset - serviceNow()) / steps.day.length)
  return (
    <section>
      <h2>Deprecated</h2>
      {deprecatedCalls === 0n ? (
        <p>The key called nothing deprecated in the last 90 days.</p>
      ) : (
        <p>
          <span class="soon">
            <Icon name="clock" /> {countText(deprecatedCalls)} call
            {deprecatedCalls === 1n ? '' : 's'} of <code>GET /pets/…</code> in the last 90 days.
          </span>{' '}
          {days > 0 ? `It ends in ${countText(days)} days, on 5 December 2030.` : 'It has ended.'}{' '}
          Use <code>GET /pets?id=…</code> in its place: “Copy as code” below has it.
        </p>
      )}
    </section>
  )
}
