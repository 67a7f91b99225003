import type { Usage, UsageEntry } from '../../../client/src/index.ts'
import { countText, serviceNow, spanText, timeText } from '../core/time.ts'
import { Icon } from '../parts/icons.tsx'
import { useClock } from '../parts/use-clock.ts'
import { latestRefusals, runsOutAt, type Step, steps } from './figures.ts'
import { causeOf, sunset } from './cause.ts'
import { HelpLink } from './tables.tsx'

const week = 7 * 86_400_000

/** Whose figures these are, and when the key ends. */
export const KeyLine = ({ usage: { key } }: { readonly usage: Usage }) => {
  useClock()
  const ends = key.expiresAt === undefined ? undefined : Date.parse(key.expiresAt)
  const now = serviceNow()
  const isSoon = ends !== undefined && ends - now <= week
  return (
    <p>
      The key <bdi>“{key.name}”</bdi>, plan <b class="plan">{key.plan}</b>.{' '}
      {ends !== undefined && (
        <span class={isSoon ? 'soon' : ''}>
          {isSoon && <Icon name="clock" />} It ends {timeText(ends)} (in {spanText(ends - now)}).
          {isSoon && ' Ask for the next one now.'}
        </span>
      )}
    </p>
  )
}

/** Why nothing is answered for now. */
export const Ban = ({ usage: { ban } }: { readonly usage: Usage }) => {
  useClock()
  if (ban === undefined) return null
  const until = Date.parse(ban.until)
  return (
    <p class="notice">
      <Icon name="warning" />
      <span>
        This key is paused since {timeText(ban.since)}, until {timeText(until)} (
        {spanText(until - serviceNow())} left), because requests went on after its limit. Every
        request until then is refused.
      </span>
      <HelpLink code="api_key_banned" />
    </p>
  )
}

/** Both windows of the quota, and the holds, each with what is left. */
export const Meters = ({
  usage: { windows, openOrders },
  minutes,
}: {
  readonly usage: Usage
  readonly minutes: readonly UsageEntry[]
}) => {
  useClock()
  const now = serviceNow()
  const day = windows.find(({ name }) => name === 'day')
  const runsOut = day && runsOutAt(day, minutes, now)
  return (
    <div class="meters">
      {windows.map(({ name, limit, used, resetsAt }) => {
        const resets = Date.parse(resetsAt)
        return (
          <Meter
            key={name}
            label={name === 'day' ? 'Today' : 'This minute'}
            used={used}
            limit={limit}
            note={
              name === 'day'
                ? `new ${timeText(resets)}, in ${spanText(resets - now)}`
                : `new in ${spanText(resets - now)}`
            }
          />
        )
      })}
      <Meter label="Open holds" used={openOrders.used} limit={openOrders.limit} note="at once" />
      {runsOut !== undefined && (
        <p class="soon">
          <Icon name="clock" /> If it goes on as in the last hour, today’s requests run out at about{' '}
          {timeText(runsOut)}.
        </p>
      )}
    </div>
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
      min={0}
      max={limit}
      value={used}
      low={limit * 0.8}
      high={limit * 0.999}
      optimum={0}
    />
    <span>
      {countText(used)} of {countText(limit)}
      <small> · {note}</small>
    </span>
  </div>
)

/** The sentence that names the cause of the latest refusals. */
export const Stopped = ({
  usage,
  minutes,
  entries,
  step,
}: {
  readonly usage: Usage
  readonly minutes: readonly UsageEntry[]
  readonly entries: readonly UsageEntry[]
  readonly step: Step
}) => {
  const recent = latestRefusals(minutes, 60_000)
  const older = recent ?? latestRefusals(entries, steps[step].length)
  if (older === undefined) {
    return (
      <p class="fine">
        <Icon name="tick" /> Nothing was refused in the last{' '}
        {step === 'hour' ? '24 hours' : '30 days'}.
      </p>
    )
  }
  return (
    <section>
      <h2>What stopped you</h2>
      <p>
        {causeOf(older, usage, recent === undefined ? steps[step].length : 60_000)}{' '}
        <HelpLink code={older.code} />
      </p>
    </section>
  )
}

/** Calls of what is deprecated, and how long it still works. */
export const Deprecated = ({ usage: { deprecatedCalls } }: { readonly usage: Usage }) => {
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
