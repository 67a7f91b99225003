import { countText, rich, t } from '../core/language.ts'
import { calendarText, serviceNow, spanText, timeText } from '../core/time.ts'
import { Icon } from '../parts/icons.tsx'
import { useClock } from '../parts/use-clock.ts'
import { causeOf, sunset } from './cause.ts'
import { type Figures, latestRefusals, minute, runsOutAt, steps } from './figures.ts'
import { HelpLink } from './tables.tsx'

const week = 7 * steps.day.length

/** Whose figures these are, when the key expires, whether it is banned, and what is left of the quota. */
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
        {rich('The key “{name}”, plan {plan}.', {
          name: <bdi>{key.name}</bdi>,
          plan: <b class="plan">{key.plan}</b>,
        })}{' '}
        {key.expiresAt && (
          <span class={isSoon ? 'soon' : ''}>
            {isSoon && <Icon name="clock" />}{' '}
            {t('It ends {time} (in {span}).', {
              time: timeText(key.expiresAt),
              span: leftUntil(key.expiresAt),
            })}
            {isSoon && ` ${t('Ask for a new one now.')}`}
          </span>
        )}
      </p>
      {ban && (
        <p class="notice">
          <Icon name="warning" />
          <span>
            {t(
              'This key has been paused since {since}, until {until} ({span} left), because it kept sending requests over its limit. Every request until then is refused.',
              {
                since: timeText(ban.since),
                until: timeText(ban.until),
                span: leftUntil(ban.until),
              },
            )}
          </span>
          <HelpLink code="api_key_banned" />
        </p>
      )}
      <div class="meters">
        {windows.map((window) => (
          <Meter
            key={window.name}
            label={window === day ? t('Today') : t('This minute')}
            note={t('starts again in {span}', { span: leftUntil(window.resetsAt) })}
            {...window}
          />
        ))}
        <Meter label={t('Open holds')} note={t('at once')} {...openOrders} />
        {runsOut !== undefined && (
          <p class="soon">
            <Icon name="clock" />{' '}
            {t('At the rate of the last hour, today’s requests run out at about {time}.', {
              time: timeText(runsOut),
            })}
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
      {t('{used} of {count}', { used: countText(used), count: limit })}
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
        <Icon name="tick" /> {t('Nothing was refused {span}.', { span: step.span })}
      </p>
    )
  }
  return (
    <section>
      <h2>{t('What stopped you')}</h2>
      <p>
        {causeOf(refusals, usage, recent ? minute : step)} <HelpLink code={refusals.code} />
      </p>
    </section>
  )
}

/** Calls of deprecated operations, and how long these will still work. */
export const Deprecated = ({ usage: { deprecatedCalls } }: Figures) => {
  const days = Math.ceil((Date.parse(sunset) - serviceNow()) / steps.day.length)
  return (
    <section>
      <h2>{t('Deprecated')}</h2>
      {deprecatedCalls === 0n ? (
        <p>{t('The key called nothing deprecated in the last 90 days.')}</p>
      ) : (
        <p>
          <span class="soon">
            <Icon name="clock" />{' '}
            {rich(
              '{count} call of {path} in the last 90 days.|{count} calls of {path} in the last 90 days.',
              { count: deprecatedCalls, path: <code>GET /pets/…</code> },
            )}
          </span>{' '}
          {days > 0
            ? t('It ends in {count} day, on {date}.|It ends in {count} days, on {date}.', {
                count: days,
                date: calendarText(sunset),
              })
            : t('It has ended.')}{' '}
          {rich('Use {path} instead: “Copy as code” below has it.', {
            path: <code>GET /pets?id=…</code>,
          })}
        </p>
      )}
    </section>
  )
}
