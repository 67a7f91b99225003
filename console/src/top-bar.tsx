import { useState } from 'preact/hooks'
import { beside, environment } from './core/page.ts'
import { keptNames } from './core/kept.ts'
import { go, hrefOf } from './core/route.ts'
import { countText, spanText, timeText } from './core/time.ts'
import { confirm } from './parts/dialog.tsx'
import { readInt64 } from './core/int64.ts'
import { Icon } from './parts/icons.tsx'
import { setShortcuts, shortcutsAreOn } from './parts/keys.ts'
import { ReadyDot } from './parts/ready-dot.tsx'
import { keyFacts, may, quota, signOut } from './session/session.ts'

/** The bar over every screen: the name, the field that finds animals, and the key. */
export const TopBar = ({ onHelp }: { readonly onHelp: () => void }) => (
  <header class="top">
    <div class="store">
      <a class="brand" href="#/">
        <Icon name="animals" /> Pet Store
      </a>
      <ReadyDot />
    </div>
    {may('pets:read') && <Find />}
    <KeyMenu onHelp={onHelp} />
  </header>
)

const Find = () => {
  const [text, setText] = useState('')
  return (
    <search>
      <form
        class="find"
        onSubmit={(event) => {
          event.preventDefault()
          const id = readInt64(text)
          if (id !== undefined) go(hrefOf(['animals', id]))
          else if (text.trim() !== '') go(hrefOf(['animals'], { name: text.trim() }))
          setText('')
          // So that the keys of the list act, and a screen reader goes on there.
          document.querySelector<HTMLElement>('h1')?.focus()
        }}
      >
        <label class="unseen" for="find">
          Find an animal by name or number
        </label>
        <input
          id="find"
          type="search"
          autocomplete="off"
          placeholder="Find: name or number"
          aria-keyshortcuts="/"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  )
}

const KeyMenu = ({ onHelp }: { readonly onHelp: () => void }) => {
  const windows = quota.value?.windows ?? []
  const day = windows.find(({ name }) => name === 'day')
  const leave = async (): Promise<void> => {
    const drafts = keptNames('draft:').length
    const isSure =
      drafts === 0 ||
      (await confirm({
        title: 'Sign out?',
        text: 'Something that you typed is not saved. It is dropped if you sign out.',
        yes: 'Sign out',
        no: 'Stay',
      }))
    if (isSure) signOut()
  }
  return (
    <div class="key-menu">
      <button type="button" popovertarget="key-menu">
        <bdi>{keyFacts.value?.name}</bdi>
        {day === undefined ? 'Your key' : `${countText(day.remaining)} left today`}{' '}
        <Icon name="down" />
      </button>
      <div class="menu-box" id="key-menu" popover="auto">
        <p>
          <strong>{environment === 'production' ? 'Production' : 'Staging'}</strong>:{' '}
          <bdi>{keyFacts.value?.name}</bdi>
        </p>
        {keyFacts.value?.expiresAt !== undefined && (
          <p>This key ends {timeText(Date.parse(keyFacts.value.expiresAt))}.</p>
        )}
        {windows.map(({ name, remaining, resetAfter }) => (
          <p key={name}>
            {name === 'day' ? 'Today' : 'This minute'}: {countText(remaining)} requests left
            <small> (more within {spanText(resetAfter * 1_000)})</small>
          </p>
        ))}
        <p>
          <label>
            <input
              type="checkbox"
              checked={shortcutsAreOn.value}
              onChange={(event) => setShortcuts(event.currentTarget.checked)}
            />{' '}
            Keys act everywhere
          </label>
        </p>
        <button type="button" aria-keyshortcuts="?" onClick={onHelp}>
          Keys and words
        </button>
        <a href={beside('docs')}>For programs</a>
        <button type="button" onClick={() => void leave()}>
          Sign out
        </button>
      </div>
    </div>
  )
}
