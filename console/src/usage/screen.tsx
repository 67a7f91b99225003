import { useEffect } from 'preact/hooks'
import type { Usage, UsageEntry } from '../../../client/src/index.ts'
import { hrefOf, route } from '../core/route.ts'
import { countText, dayText, serviceNow, timeText } from '../core/time.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { Heading } from '../parts/heading.tsx'
import { AsOf, Empty, Shown } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { type Loaded, useLoad } from '../parts/use-load.ts'
import { askFree } from '../requests/ask.ts'
import { callOf, storeCall } from '../requests/call.ts'
import { Ban, Deprecated, KeyLine, Meters, Stopped } from './facts.tsx'
import { barsOf, type Step, spending, steps, totalOf } from './figures.ts'
import { BarPlot, Patterns } from './plot.tsx'
import { BarTable, Codes, Operations } from './tables.tsx'

/** What the screen reads: what the key has used, the last hour by minute, and what the plot shows. */
type Figures = {
  readonly usage: Usage
  readonly minutes: readonly UsageEntry[]
  readonly entries: readonly UsageEntry[]
}

/** Milliseconds between two looks. They cost no requests; the service answers 60 a minute. */
const lookAgain = 20_000

/** What the key has used, what stopped it, and when it goes on. Nothing here costs a request. */
export const Screen = () => {
  const step: Step = route.value.query['by'] === 'day' ? 'day' : 'hour'
  const loaded = useLoad<Figures>(step, async () => {
    const [usage, minutes, entries] = await Promise.all([
      askFree(storeCall('usage')),
      askFree(storeCall('usageHistory', { interval: 'minute' })),
      askFree(historyCall(step)),
    ])
    return { data: { usage, minutes: spending(minutes), entries: spending(entries) } }
  })
  useLooks(loaded)
  return (
    <main id="main">
      <header class="screen-head">
        <Heading title="Usage" said={`Usage by ${step}`} />
      </header>
      <Shown loaded={loaded} what="usage">
        {({ usage, minutes, entries }) => (
          <div class="usage">
            <KeyLine usage={usage} />
            <Ban usage={usage} />
            <Meters usage={usage} minutes={minutes} />
            <Stopped usage={usage} minutes={minutes} entries={entries} step={step} />
            <Requests entries={entries} step={step} />
            <Deprecated usage={usage} />
          </div>
        )}
      </Shown>
      <AsOf loaded={loaded} />
      <CopyAs
        calls={[
          ['See what the key has used', storeCall('usage')],
          [`See its requests by ${step}`, historyCall(step)],
          ['Find one animal', callOf('pets', 'find', 17n)],
        ]}
      />
    </main>
  )
}

/** The history that the plot shows, from the beginning of its first bar. */
const historyCall = (step: Step) => {
  const { length, count } = steps[step]
  const first = (Math.floor(serviceNow() / length) - count + 1) * length
  return storeCall('usageHistory', { interval: step, from: new Date(first) })
}

/** Looks again now and then, while somebody sees the page. */
const useLooks = <T,>(loaded: Loaded<T>): void => {
  const { asOf } = loaded
  useEffect(() => {
    if (asOf === 0) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') loaded.reload()
    }, lookAgain)
    return () => clearInterval(timer)
  }, [asOf])
}

const Requests = ({
  entries,
  step,
}: {
  readonly entries: readonly UsageEntry[]
  readonly step: Step
}) => {
  const bars = barsOf(entries, step, serviceNow())
  const labelOf = step === 'day' ? dayText : timeText
  const most = bars.reduce((best, bar) => (totalOf(bar) > totalOf(best) ? bar : best))
  const total = bars.reduce((sum, bar) => sum + totalOf(bar), 0)
  const title = `Requests by ${step}`
  return (
    <section>
      <header class="section-head">
        <h2>{title}</h2>
        <Tabs
          label="Steps of the plot"
          current={step}
          tabs={[
            ['hour', 'Hours', hrefOf(['usage'], { by: 'hour' })],
            ['day', 'Days', hrefOf(['usage'], { by: 'day' })],
          ]}
        />
      </header>
      {total === 0 ? (
        <Empty>
          <p>
            No requests in the last {step === 'hour' ? '24 hours' : '30 days'}. “Copy as code” at
            the foot of any screen has one to try.
          </p>
        </Empty>
      ) : (
        <>
          <p>
            {countText(total)} in the last {step === 'hour' ? '24 hours' : '30 days'}; most{' '}
            {step === 'hour' ? 'in the hour from' : 'on'} {labelOf(most.start)}:{' '}
            {countText(totalOf(most))}.
            {step === 'day' && <span class="hint"> Days are those of the UTC clock.</span>}
          </p>
          <Patterns />
          <BarPlot title={title} bars={bars} labelOf={labelOf} />
          <BarTable title={title} bars={bars} labelOf={labelOf} />
          <Operations entries={entries} />
          <Codes entries={entries} labelOf={labelOf} />
        </>
      )}
    </section>
  )
}
