import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { SearchResult } from '../../../client/src/index.ts'
import { Field, type FieldProps } from '../parts/field.tsx'
import { useSaid } from '../parts/say.ts'
import { useNewId } from '../parts/use-new-id.ts'
import { refusalText } from '../words.ts'
import { type Kind, maxLength, minLength, useSearch } from './use-search.ts'

/** A suggestion of a search field. */
export type Offer = {
  /** The heading of its group; empty for an action with the text. */
  readonly group: string
  readonly words: ComponentChildren
  readonly act: () => void
}

/**
 * A combobox that searches while somebody types, and groups the results. Enter takes the first result, even
 * if the response is still pending; arrows choose another; Escape closes the list.
 */
export const SearchField = ({
  kinds,
  keys,
  offersOf,
  onEnter,
  onEscape,
  ...field
}: Omit<FieldProps, 'children' | 'more'> & {
  /** What to search for; by default all that the key may read. */
  readonly kinds?: readonly Kind[]
  /** The keyboard shortcuts that focus the field. */
  readonly keys?: string
  /** Makes the suggestions from the results for a text, with those of a group adjacent. */
  readonly offersOf: (results: readonly SearchResult[], text: string) => readonly Offer[]
  /** Handles Enter for a text without suggestions, or none yet; returns whether it did. */
  readonly onEnter?: (text: string) => boolean
  /** Called for Escape while there are no suggestions. */
  readonly onEscape?: () => void
}) => {
  const list = useNewId()
  const [isOpen, setOpen] = useState(false)
  const [chosen, choose] = useState<number | undefined>()
  const isAwaited = useRef(false)
  const text = field.value.trim()
  const answer = useSearch(isOpen ? text : '', kinds)
  const isFresh = answer?.q === text
  const offers = answer && isOpen && !answer.error ? offersOf(answer.results, answer.q) : []
  const count = offers.filter(({ group }) => group).length
  const active = chosen ?? (isFresh && count > 0 ? 0 : -1)
  // There may be results, none of which can be chosen.
  const note =
    !isOpen || !isFresh || count > 0
      ? ''
      : answer.error
        ? refusalText(answer.error)
        : answer.results.length === 0
          ? t('Nothing found for “{text}”.', { text })
          : t('What is found for “{text}” cannot be chosen here.', { text })
  useSaid(note || (isOpen && isFresh ? t('{count} found.', { count }) : ''))

  const close = (): void => {
    setOpen(false)
    choose(undefined)
    isAwaited.current = false
  }
  const take = (offer: Offer): void => {
    close()
    offer.act()
  }
  const first = offers[0]
  useEffect(() => {
    // The active suggestion may have moved, or be gone.
    choose(undefined)
    if (!isAwaited.current || !isFresh) return
    isAwaited.current = false
    if (first && count > 0) take(first)
  }, [answer])
  useEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  /** Handles a key, and returns whether it did something. */
  const press = (key: string): boolean => {
    const all = offers.length
    if (key === 'Escape') {
      if (isOpen && text !== '') close()
      else if (onEscape) onEscape()
      else return false
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!isOpen) setOpen(true)
      else if (all > 0)
        choose(key === 'ArrowDown' ? (active + 1) % all : (Math.max(active, 0) || all) - 1)
    } else if (key === 'Enter' && isOpen) {
      const offer = offers[active]
      if (offer) take(offer)
      else if (onEnter?.(text)) close()
      else if (text.length >= minLength && !isFresh) isAwaited.current = true
      else return false
    } else return false
    return true
  }
  return (
    <div class="search-field" onFocusOut={close}>
      <Field
        {...field}
        maxLength={maxLength}
        onInput={(next) => {
          setOpen(true)
          choose(undefined)
          isAwaited.current = false
          field.onInput(next)
        }}
        more={{
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': offers.length > 0,
          'aria-controls': list,
          'aria-activedescendant': active < 0 ? undefined : `${list}-${active}`,
          'aria-keyshortcuts': keys,
          enterkeyhint: 'search',
          onKeyDown: (event) => {
            const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
            if (isPlain && press(event.key)) event.preventDefault()
          },
        }}
      />
      <div
        class="offers"
        hidden={offers.length === 0 && note === ''}
        // Keeps the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {note && <p class="hint">{note}</p>}
        <Offers id={list} offers={offers} active={active} onTake={take} />
      </div>
    </div>
  )
}

const Offers = ({
  id,
  offers,
  active,
  onTake,
}: {
  readonly id: string
  readonly offers: readonly Offer[]
  readonly active: number
  readonly onTake: (offer: Offer) => void
}) => (
  <div id={id} role="listbox" aria-label={t('Results')} hidden={offers.length === 0}>
    {[...new Set(offers.map(({ group }) => group))].map((group) => (
      <div key={group} role="group" aria-label={group || t('More')}>
        {group && <p aria-hidden="true">{group}</p>}
        {offers.map(
          (offer, n) =>
            offer.group === group && (
              <div
                key={n}
                id={`${id}-${n}`}
                role="option"
                aria-selected={n === active}
                onClick={() => onTake(offer)}
              >
                {offer.words}
              </div>
            ),
        )}
      </div>
    ))}
  </div>
)
