import { readInt64 } from './core/int64.ts'
import { route } from './core/route.ts'
import { Screen } from './animals/screen.tsx'
import { later } from './parts/later.tsx'
import { may } from './session/session.ts'

const AddMany = later(async () => (await import('./seldom.tsx')).AddMany)
const Sheet = later(async () => (await import('./seldom.tsx')).Sheet)

const isSheet = (text = ''): text is 'card' | 'hand-over' | 'agreement' =>
  /^(?:card|hand-over|agreement)$/.test(text)

/** The list of animals, the screen to add many, or a printable sheet. */
export const Animals = () => {
  const [, id = '', sheet] = route.value.path
  if (id === 'add-many' && may('pets:write')) return <AddMany />
  if (isSheet(sheet) && may('pets:read')) {
    const printed = id.split(',').flatMap((each) => readInt64(each) ?? [])
    if (printed.length > 0) return <Sheet key={`${id} ${sheet}`} ids={printed} kind={sheet} />
  }
  return <Screen />
}
