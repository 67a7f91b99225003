import { useEffect, useState } from 'preact/hooks'
import type { Pet, Profile, Statistic } from '../../../client/src/index.ts'
import { arrivedText } from '../model/profile-fields.ts'
import { csvFile } from '../core/csv.ts'
import { CategoryFilter } from '../categories/filter.tsx'
import { categories, categoryText, needCategories } from '../categories/names.ts'
import { readInt64 } from '../core/int64.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { countText, t } from '../core/language.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { BarPlot, type Plotted } from '../parts/plot.tsx'
import { AsOf, Loadable } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { useSaid } from '../parts/say.ts'
import {
  type CategorySum,
  maxCompared,
  type Measure,
  measureNames,
  measures,
  readCategorySums,
  statisticsCall,
  type StepName,
  steps,
  sumOf,
} from './figures.ts'

/** How many animals came and left, in plots and tables, and which have been here longest. */
export const Screen = () => {
  const { by = '', category: text = '' } = route.value.query
  const step: StepName = by === 'week' || by === 'day' ? by : 'month'
  const category = readInt64(text)
  useEffect(() => void needCategories(), [])
  const call = statisticsCall(step, category)
  const loaded = useLoad(`statistics ${step} ${category ?? ''}`, (signal) => ask(call, signal))
  const of = category === undefined ? '' : `, ${categoryText(category)}`
  return (
    <ListScreen title={t('Statistics')} said={t('Statistics {by}', { by: steps[step].by }) + of}>
      <Filters step={step} category={category} />
      <Loadable loaded={loaded} what={t('statistics')} subject="">
        {(statistics) => (
          <div class="usage statistics">
            <Plots statistics={statistics} step={step} />
            <Figures statistics={statistics} step={step} />
            {category === undefined && <Compared key={step} step={step} />}
            <Longest key={text} category={category} />
          </div>
        )}
      </Loadable>
      <AsOf loaded={loaded} />
      <CopyAs calls={[[t('See what happened {by}', { by: steps[step].by }), call]]} />
    </ListScreen>
  )
}

const Filters = ({
  step,
  category,
}: {
  readonly step: StepName
  readonly category: bigint | undefined
}) => (
  <div class="filters">
    <Tabs
      label={t('Steps of the figures')}
      current={step}
      tabs={(Object.keys(steps) as readonly StepName[]).map((each) => [
        each,
        steps[each].tab,
        hrefOf(['statistics'], { by: each, category }),
      ])}
    />
    <CategoryFilter
      chosen={category}
      choose={(number) => go(hrefOf(['statistics'], { by: step, category: number }))}
    />
  </div>
)

type Shown = { readonly statistics: readonly Statistic[]; readonly step: StepName }

/** Plots of the most important measures. */
const Plots = ({ statistics, step }: Shown) => {
  const { labelOf, span, by } = steps[step]
  const plotOf = <Part extends string>(
    part: Part,
    word: string,
    look: Plotted<Part>['parts'][number][2],
    sum: string,
    valueOf: (statistic: Statistic) => number,
  ) => (
    <section key={part}>
      <h2>{word}</h2>
      <BarPlot<Part>
        title={`${word} ${by}`}
        parts={[[part, word, look]]}
        // Each plot has only this part.
        sums={{ [part]: sum } as Record<Part, string>}
        bars={statistics.map(
          (each) =>
            ({ start: Date.parse(each.start), [part]: valueOf(each) }) as {
              start: number
            } & Record<Part, number>,
        )}
        labelOf={labelOf}
      />
    </section>
  )
  const count = (part: Measure, look: Plotted<Measure>['parts'][number][2]) =>
    plotOf(part, measures[part], look, countText(sumOf(statistics, part)), (each) => each[part])
  return (
    <>
      <p>
        {t('{added}, {adopted} and {returned} {span}.', {
          added: t('{count} arrival|{count} arrivals', { count: sumOf(statistics, 'added') }),
          adopted: t('{count} adoption|{count} adoptions', { count: sumOf(statistics, 'adopted') }),
          returned: t('{count} return|{count} returns', { count: sumOf(statistics, 'returned') }),
          span,
        })}
      </p>
      <div class="plots">
        {count('added', 'plain')}
        {count('adopted', 'hatched')}
        {count('returned', 'striped')}
        {plotOf(
          'medianDays',
          t('Median days until adoption'),
          'plain',
          '',
          (each) => each.medianDays ?? 0,
        )}
      </div>
    </>
  )
}

/** All figures, including those not plotted, as a table and as a CSV file. */
const Figures = ({ statistics, step }: Shown) => {
  const { word, labelOf, by } = steps[step]
  const title = t('What happened {by}', { by })
  const columns = [word, ...measureNames.map((each) => measures[each]), t('Median days')]
  const rows = statistics.map((each) => [
    each.start,
    ...measureNames.map((measure) => String(each[measure])),
    String(each.medianDays ?? ''),
  ])
  return (
    <section>
      <header class="section-head">
        <h2>{title}</h2>
        <a class="button" download={`statistics-by-${step}.csv`} href={csvFile([columns, ...rows])}>
          {t('Download CSV')}
        </a>
      </header>
      <div class="wide" role="region" tabIndex={0} aria-label={t('{title}, as a table', { title })}>
        <Table
          look="figures counts"
          caption={title}
          columns={columns.map((each, n) => (n === 0 ? each : ([each, 'right'] as const)))}
        >
          {statistics.toReversed().map((each) => (
            <tr key={each.start}>
              <th scope="row">{labelOf(Date.parse(each.start))}</th>
              {measureNames.map((measure) => (
                <td key={measure} class="right">
                  {countText(each[measure])}
                </td>
              ))}
              <td class="right">
                {each.medianDays === undefined ? '–' : countText(each.medianDays)}
              </td>
            </tr>
          ))}
        </Table>
      </div>
    </section>
  )
}

/** A comparison of the categories, read only on demand: it takes one request for each. */
const Compared = ({ step }: { readonly step: StepName }) => {
  const [isAsked, setAsked] = useState(false)
  const named = categories.value
  if (named.length < 2) return null
  return (
    <section>
      <h2>{t('By category')}</h2>
      {isAsked ? (
        <ComparedTable step={step} />
      ) : (
        <p class="actions">
          <button type="button" onClick={() => setAsked(true)}>
            {t('Compare categories')}
          </button>
          <span class="hint">
            {t('It takes {count} request.|It takes {count} requests.', {
              count: Math.min(named.length, maxCompared),
            })}
          </span>
        </p>
      )}
    </section>
  )
}

const ComparedTable = ({ step }: { readonly step: StepName }) => {
  const loaded = useLoad(`statistics ${step} by category`, async (signal) => ({
    data: await readCategorySums(step, categories.value, signal),
  }))
  useSaid(loaded.data ? t('The categories are compared.') : '')
  return (
    <Loadable loaded={loaded} what={t('categories')} subject="">
      {(sums: readonly CategorySum[]) => (
        <div
          class="wide"
          role="region"
          tabIndex={0}
          aria-label={t('{title}, as a table', { title: t('Categories') })}
        >
          <Table
            look="figures"
            caption={t('By category, {span}', { span: steps[step].span })}
            columns={[
              t('Category'),
              ...measureNames.map((each) => [measures[each], 'right'] as const),
            ]}
          >
            {sums.map((sum) => (
              <tr key={sum.name}>
                <th scope="row">
                  <bdi>{sum.name}</bdi>
                </th>
                {measureNames.map((measure) => (
                  <td key={measure} class="right">
                    {countText(sum[measure])}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        </div>
      )}
    </Loadable>
  )
}

/** The available animals that were added first, with their arrival if it is known. */
const Longest = ({ category }: { readonly category: bigint | undefined }) => {
  const loaded = useLoad(`longest ${category ?? ''}`, async (signal) => {
    const filter = { status: 'available', categoryId: category, limit: 20 } as const
    const pets = (await ask(callOf('pets', 'list', filter), signal)).data.items
    const petId = pets.map(({ id }) => id)
    const profiles =
      petId.length === 0
        ? []
        : (await ask(callOf('profiles', 'list', { petId, limit: 100 }), signal)).data.items
    return { data: { pets, profiles } }
  })
  return (
    <section>
      <h2>{t('Here longest')}</h2>
      <Loadable loaded={loaded} what={t('the animals')} subject="">
        {({ pets, profiles }: { pets: readonly Pet[]; profiles: readonly Profile[] }) =>
          pets.length === 0 ? (
            <p class="hint">{t('No animal is available.')}</p>
          ) : (
            <Table
              look="figures"
              caption={t('Available animals, the first added first')}
              columns={[t('Name'), t('Category'), t('Arrived')]}
            >
              {pets.map(({ id, name, categoryId }) => (
                <tr key={id}>
                  <th scope="row">
                    <a href={hrefOf(['animals', id])}>
                      <bdi>{name}</bdi>
                    </a>
                  </th>
                  <td>
                    <bdi>{categoryText(categoryId)}</bdi>
                  </td>
                  <td>{arrivalOf(profiles, id)}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loadable>
    </section>
  )
}

const arrivalOf = (profiles: readonly Profile[], id: bigint): string => {
  const date = profiles.find(({ petId }) => petId === id)?.arrivedOn
  return date === undefined ? t('not stated') : arrivedText(date)
}
