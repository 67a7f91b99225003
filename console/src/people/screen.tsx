import { t } from '../core/language.ts'
import type { Contact } from '../../../client/src/index.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { readInt64 } from '../core/int64.ts'
import { FindOne } from '../find/find.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { Panel } from '../parts/heading.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { Older } from '../parts/older.tsx'
import { focusRowOf, onRowKey } from '../parts/rows.ts'
import { AsOf, Empty, Loadable } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { PersonForm } from './form.tsx'
import { notePeople, people } from '../contacts/names.ts'
import { PersonPanel } from './person.tsx'

/** The call that reads a page of people, the newest first. */
const pageCall = (cursor?: string) => callOf('contacts', 'list', { sort: '-id', limit: 50, cursor })

const readPage = async (signal: AbortSignal, cursor?: string) => {
  const { items, nextCursor } = (await ask(pageCall(cursor), signal)).data
  notePeople(items)
  return { ids: items.map(({ id }) => id), nextCursor }
}

const hrefOfPerson = (id: bigint | string, ...step: readonly string[]): string =>
  hrefOf(['people', id, ...step])

/** The people who ask for animals and take them home. */
export const Screen = () => {
  const [, id = '', step] = route.value.path
  const openId = readInt64(id)
  const loaded = useLoad(
    'people',
    async (signal) => ({ data: await readPage(signal) }),
    (events) =>
      events.some(
        ({ type, data }) =>
          type === 'contact.created' && 'contact' in data && !people.value.has(data.contact.id),
      ),
  )
  const mayChange = may('contacts:write')
  const close = (): void => {
    go(hrefOf(['people']))
    focusRowOf(id)
  }
  return (
    <ListScreen
      title={t('People')}
      head={
        <>
          <FindOne
            kind="contact"
            label={t('Find a person')}
            placeholder={t('Find: name, mail or phone')}
          />
          {mayChange && (
            <a class="button primary" href={hrefOfPerson('new')}>
              {t('Add a person')}
            </a>
          )}
        </>
      }
      panel={
        id === 'new' && mayChange ? (
          <Panel title={t('Add a person')} onClose={close}>
            <PersonForm onSaved={(added) => go(hrefOfPerson(added))} onCancel={close} />
          </Panel>
        ) : (
          openId !== undefined && (
            <PersonPanel
              key={id}
              id={openId}
              isEdited={step === 'edit' && mayChange}
              onOpen={(next) => go(next ? hrefOfPerson(id, next) : hrefOfPerson(id))}
              onClose={close}
            />
          )
        )
      }
    >
      <Loadable loaded={loaded} what={t('the people')}>
        {({ ids, nextCursor }) => (
          <>
            <TableOf people={shownOf(ids)} openId={openId} />
            {nextCursor && (
              <Older
                of={t('people')}
                read={async (signal) => {
                  const next = await readPage(signal, nextCursor)
                  loaded.show((before) => ({ ...next, ids: [...before.ids, ...next.ids] }))
                }}
              />
            )}
          </>
        )}
      </Loadable>
      <AsOf loaded={loaded} />
      <CopyAs calls={[[t('List the people'), pageCall()]]} />
    </ListScreen>
  )
}

/** The current state of the people in a list, with those added since, and without those erased. */
const shownOf = (ids: readonly bigint[]): readonly Contact[] => {
  const all = people.value
  const newest = ids[0] ?? 0n
  const added = [...all.keys()].filter((id) => id > newest)
  return [...added.toSorted((one, other) => (one < other ? 1 : -1)), ...ids].flatMap(
    (id) => all.get(id) ?? [],
  )
}

const TableOf = ({
  people: shown,
  openId,
}: {
  readonly people: readonly Contact[]
  readonly openId: bigint | undefined
}) => {
  if (shown.length === 0) {
    return (
      <Empty>
        <p>{t('Nobody yet. Whoever asks for an animal or takes one home is listed here.')}</p>
      </Empty>
    )
  }
  const onKey = (key: string, row: string): boolean => {
    if (key !== 'e' || !may('contacts:write')) return false
    go(hrefOfPerson(row, 'edit'))
    return true
  }
  return (
    <Table
      look="rows people"
      caption={t('People')}
      columns={[t('Name'), t('Phone'), t('Mail')]}
      onKeyDown={onRowKey(onKey)}
    >
      {shown.map(({ id, name, phone, email }, row) => (
        <tr key={id} aria-current={id === openId}>
          <th scope="row" class="name">
            <a
              data-row={id}
              href={hrefOfPerson(String(id))}
              tabIndex={row === 0 ? 0 : -1}
              aria-keyshortcuts="E"
            >
              <bdi>{name}</bdi>
            </a>
          </th>
          <td>
            <bdi>{phone}</bdi>
          </td>
          <td>
            <bdi>{email}</bdi>
          </td>
        </tr>
      ))}
    </Table>
  )
}
