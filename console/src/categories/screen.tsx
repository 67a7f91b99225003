import { t } from '../core/language.ts'
import type { Category } from '../../../client/src/index.ts'
import { useState } from 'preact/hooks'
import { hrefOf } from '../core/route.ts'
import { attempt } from '../parts/attempt.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { AsOf, Empty, Loadable } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { useLoad } from '../parts/use-load.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { unnameCategory } from './changes.ts'
import { NameForm } from './name-form.tsx'
import { categories, readCategories } from './names.ts'

/** The names of the category numbers. */
export const Screen = () => {
  const loaded = useLoad('categories', readCategories)
  const [editing, setEditing] = useState<bigint | 'new' | undefined>()
  // From the signal, so that a name given anywhere on the page shows at once.
  const shown = categories.value
  const mayName = may('categories:write')
  return (
    <ListScreen
      title={t('Categories')}
      head={
        mayName && (
          <button type="button" class="primary" onClick={() => setEditing('new')}>
            {t('Add a category')}
          </button>
        )
      }
    >
      {editing === 'new' && (
        <NameForm suggested={nextFree(shown)} onDone={() => setEditing(undefined)} />
      )}
      <Loadable loaded={loaded} what={t('categories')}>
        {() =>
          shown.length === 0 ? (
            <Empty>
              <p>
                {t(
                  'No names yet. Animals have a number for their kind; give a number a name and it shows everywhere.',
                )}
              </p>
            </Empty>
          ) : (
            <Table
              look="rows categories"
              caption={t('Categories')}
              columns={[t('Number'), t('Name'), [t('What you can do'), 'unseen']]}
            >
              {shown.map((category) => (
                <Row
                  key={category.id}
                  category={category}
                  isEdited={editing === category.id}
                  edit={setEditing}
                />
              ))}
            </Table>
          )
        }
      </Loadable>
      <AsOf loaded={loaded} />
      <CopyAs
        calls={[
          [t('List the categories'), callOf('categories', 'list', { limit: 100 })],
          mayName && [t('Add a category'), callOf('categories', 'put', 7n, { name: 'Rabbits' })],
        ]}
      />
    </ListScreen>
  )
}

const Row = ({
  category: { id, name },
  isEdited,
  edit,
}: {
  readonly category: Category
  readonly isEdited: boolean
  readonly edit: (id: bigint | undefined) => void
}) => {
  const remove = (): Promise<void> => attempt(t('The category'), () => unnameCategory(id, name))
  return (
    <tr>
      <td class="number" data-label={t('Number')}>
        {id}
      </td>
      <th scope="row" class="name">
        {isEdited ? <NameForm id={id} onDone={() => edit(undefined)} /> : <bdi>{name}</bdi>}
      </th>
      <td class="row-actions">
        {may('pets:read') && (
          <a
            href={hrefOf(['animals'], { status: 'all', category: id })}
            aria-label={t('See animals of {name}', { name })}
          >
            {t('See animals')}
          </a>
        )}
        {may('categories:write') && (
          <>
            <button
              type="button"
              aria-label={t('Rename {name}', { name })}
              onClick={() => edit(id)}
            >
              {t('Rename')}
            </button>
            <button
              type="button"
              aria-label={t('Delete {name}', { name })}
              onClick={() => void remove()}
            >
              {t('Delete')}
            </button>
          </>
        )}
      </td>
    </tr>
  )
}

/** The smallest number from 1 on that has no name. */
const nextFree = (named: readonly Category[]): bigint =>
  named.reduce((free, { id }) => (id === free ? free + 1n : free), 1n)
