import { beside, environment } from './core/page.ts'
import { itemNames } from './core/tab-storage.ts'
import { t } from './core/language.ts'
import { spanText, timeText } from './core/time.ts'
import { Find, mayFind } from './find/find.tsx'
import { confirm } from './parts/dialog.tsx'
import { Icon } from './parts/icons.tsx'
import { LanguageChoice } from './parts/language-choice.tsx'
import { setShortcuts, shortcutsAreOn } from './parts/keys.ts'
import { ReadyDot } from './parts/ready-dot.tsx'
import { gate } from './requests/ask.ts'
import { keyFacts, quota, type QuotaWindow, signOut } from './session/session.ts'

/** The bar over every screen: the name, the search field, and the key. */
export const TopBar = ({ onHelp }: { readonly onHelp: () => void }) => (
  <header class="top">
    <div class="store">
      <a class="brand" href="#/">
        <Icon name="animals" /> Pet Store
      </a>
      <ReadyDot />
    </div>
    {mayFind() && <Find />}
    <KeyMenu onHelp={onHelp} />
  </header>
)

/** What the bar says about the quota; empty while enough is left. */
const fewText = (windows: readonly QuotaWindow[]): string => {
  const day = windows.find(({ name }) => name === 'day')
  return day?.limit !== undefined && day.remaining * 10 < day.limit
    ? ` · ${t('{count} request left today|{count} requests left today', { count: day.remaining })}`
    : ''
}

const KeyMenu = ({ onHelp }: { readonly onHelp: () => void }) => {
  const windows = quota.value
  const leave = async (): Promise<void> => {
    const drafts = itemNames('draft:').length
    const isSure =
      drafts === 0 ||
      (await confirm({
        title: t('Sign out?'),
        text: t('What you typed and did not save is discarded.'),
        yes: t('Sign out'),
        no: t('Stay'),
      }))
    if (!isSure) return
    signOut()
    gate.empty()
  }
  return (
    <div class="key-menu">
      <button type="button" popovertarget="key-menu">
        <bdi>{keyFacts.value?.name ?? t('Your key')}</bdi>
        {fewText(windows)} <Icon name="down" />
      </button>
      <div class="menu-box" id="key-menu" popover="auto">
        <p>
          <strong>{environment === 'production' ? t('Production') : t('Staging')}</strong>:{' '}
          <bdi>{keyFacts.value?.name}</bdi>
        </p>
        {keyFacts.value?.expiresAt !== undefined && (
          <p>{t('This key ends {time}.', { time: timeText(keyFacts.value.expiresAt) })}</p>
        )}
        {windows.map(({ name, remaining, resetAfter }) => (
          <p key={name}>
            {name === 'day'
              ? t('Today: {count} request left|Today: {count} requests left', { count: remaining })
              : t('This minute: {count} request left|This minute: {count} requests left', {
                  count: remaining,
                })}
            <small> ({t('starts again in {span}', { span: spanText(resetAfter * 1_000) })})</small>
          </p>
        ))}
        <p>
          <label>
            <input
              type="checkbox"
              checked={shortcutsAreOn.value}
              onChange={(event) => setShortcuts(event.currentTarget.checked)}
            />{' '}
            {t('Use shortcuts')}
          </label>
        </p>
        <LanguageChoice />
        <button type="button" aria-keyshortcuts="?" onClick={onHelp}>
          {t('Shortcuts')}
        </button>
        <a href={beside('docs')}>{t('For developers')}</a>
        <button type="button" onClick={() => void leave()}>
          {t('Sign out')}
        </button>
      </div>
    </div>
  )
}
