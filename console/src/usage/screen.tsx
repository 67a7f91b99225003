import type { UsageEntry } from '../../../client/src/index.ts'
import type { PlainStore } from '../../../client/src/plain.ts'
import { hrefOf, route } from '../core/route.ts'
import { countText, t } from '../core/language.ts'
import { serviceNow } from '../core/time.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { BarPlot, BarTable, type Plotted as Plot } from '../parts/plot.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { AsOf, Empty, Loadable } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useEvery } from '../parts/use-clock.ts'
import { useLoad } from '../parts/use-load.ts'
import { askFree } from '../requests/ask.ts'
import { callOf, storeCall } from '../requests/call.ts'
import { learnUsage } from '../session/session.ts'
import { Deprecated, KeyFacts, Stopped } from './facts.tsx'
import { barOf, barsOf, type Ending, type Figures, spending, type Step, steps } from './figures.ts'
import { Codes, Operations } from './tables.tsx'

/** The polling interval in milliseconds. Polls cost no quota; the service allows 60 a minute. */
const refreshInterval = 20_000

/** What the key has used, what blocked it, and when it can continue. Nothing here costs quota. */
export const Screen = () => {
  const step = route.value.query['by'] === 'day' ? steps.day : steps.hour
  const loaded = useLoad<Figures>(`usage by ${step.name}`, async (signal) => {
    const [usage, ...histories] = await Promise.all([
      askFree(storeCall('usage'), signal),
      wholeHistory({ interval: 'minute' }, signal),
      wholeHistory(historyOf(step), signal),
    ])
    // What follows the log may not know the quota yet: it rests while requests are refused.
    learnUsage(usage)
    const [minutes = [], entries = []] = histories.map(spending)
    return { data: { usage, minutes, entries, step } }
  })
  useEvery(refreshInterval, loaded.reload)
  return (
    <ListScreen
      title={t('Usage')}
      said={step === steps.day ? t('Usage by day') : t('Usage by hour')}
    >
      <Loadable loaded={loaded} what={t('usage')}>
        {(figures) => (
          <div class="usage">
            <KeyFacts {...figures} />
            <Stopped {...figures} />
            <Plotted {...figures} />
            <Deprecated {...figures} />
          </div>
        )}
      </Loadable>
      <AsOf loaded={loaded} />
      <CopyAs
        calls={[
          [t('See what the key has used'), storeCall('usage')],
          [step.title, storeCall('usageHistory', historyOf(step))],
          [t('Find one animal'), callOf('pets', 'find', 17n)],
        ]}
      />
    </ListScreen>
  )
}

type HistoryOptions = Parameters<PlainStore['usageHistory']>[0]

/** The history that the plot shows, from the beginning of its first bar. */
const historyOf = ({ name, length, count }: Step): HistoryOptions => ({
  interval: name,
  from: new Date((Math.floor(serviceNow() / length) - count + 1) * length),
})

const wholeHistory = async (
  options: HistoryOptions,
  signal: AbortSignal,
): Promise<readonly UsageEntry[]> => {
  const call = storeCall('usageHistory', options)
  const { items, nextCursor: cursor } = await askFree(call, signal)
  return cursor ? [...items, ...(await wholeHistory({ ...options, cursor }, signal))] : items
}

/** The labels of the endings. Each also has a pattern, since colour alone does not suffice. */
const endings: Plot<Ending>['parts'] = [
  ['done', t('Answered'), 'plain'],
  ['refused', t('Refused'), 'hatched'],
  ['over', t('Over quota'), 'striped'],
  ['failed', t('Failed'), 'dotted'],
]

const Plotted = ({ entries, step }: Figures) => {
  const { name, title, span, before, labelOf } = step
  const bars = barsOf(entries, step, serviceNow())
  const busiest = bars.reduce((best, bar) => (bar.total > best.total ? bar : best))
  const total = bars.reduce((sum, bar) => sum + bar.total, 0)
  const all = barOf(0, entries)
  // The object has every ending.
  const sums = Object.fromEntries(
    endings.map(([ending]) => [ending, countText(all[ending])]),
  ) as Record<Ending, string>
  const plot = { title, parts: endings, bars, sums, labelOf }
  const shown = { entries, step }
  return (
    <section>
      <header class="section-head">
        <h2>{title}</h2>
        <Tabs
          label={t('Steps of the plot')}
          current={name}
          tabs={[steps.hour, steps.day].map((each) => [
            each.name,
            each.tab,
            hrefOf(['usage'], { by: each.name }),
          ])}
        />
      </header>
      {total === 0 ? (
        <Empty>
          <p>
            {t('No requests {span}. “Copy as code” at the foot of any screen has one to try.', {
              span,
            })}
          </p>
        </Empty>
      ) : (
        <>
          <p>
            {t('{count} {span}; most {before} {time}: {most}.', {
              count: total,
              span,
              before,
              time: labelOf(busiest.start),
              most: countText(busiest.total),
            })}
            {step === steps.day && (
              <span class="hint"> {t('Days are those of the UTC clock.')}</span>
            )}
          </p>
          <BarPlot {...plot} />
          <BarTable {...plot} />
          <Operations {...shown} />
          <Codes {...shown} />
        </>
      )}
    </section>
  )
}
