import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { rich, t } from '../core/language.ts'
import type { SearchResult } from '../../../client/src/index.ts'
import { called } from '../core/called.ts'
import { readInt64 } from '../core/int64.ts'
import { consoleAddress } from '../core/page.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { attempt } from '../parts/attempt.ts'
import { toast } from '../parts/toast.tsx'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { ScanButton } from '../scan/scan-button.tsx'
import { may } from '../session/session.ts'
import { needViews, views } from '../views/views.ts'
import { orderWords, petWords } from '../words.ts'
import { type Offer, SearchField } from './search-field.tsx'
import type { Kind } from './use-search.ts'

/** The headings of the groups of results. */
const groups: Readonly<Record<Kind, string>> = {
  pet: t('Animals'),
  contact: t('People'),
  order: t('Orders'),
  category: t('Categories'),
  note: t('Notes'),
}

/** What distinguishes a result from others with the same name. */
const detailOf = (result: SearchResult): string => {
  const { kind, id, title, detail = '', petId, orderId, contactId } = result
  const words: Readonly<Record<string, string>> = kind === 'pet' ? petWords : orderWords
  const state = words[detail] ?? detail
  if (kind === 'pet') return t('{category}, number {id}', { category: state, id })
  if (kind === 'order') return title === undefined ? state : t('{state}, order {id}', { state, id })
  if (orderId !== undefined) return t('about order {id}', { id: orderId })
  if (contactId !== undefined) return t('about person {id}', { id: contactId })
  if (kind === 'note') return t('about animal {id}', { id: String(petId) })
  return kind === 'category' ? t('number {id}', { id }) : detail
}

/** A result: its name, and what distinguishes it. */
export const FoundWords = ({ result }: { readonly result: SearchResult }) => (
  <>
    <bdi>{result.title ?? t('Order {id}', { id: result.id })}</bdi>{' '}
    <small>{detailOf(result)}</small>
  </>
)

/** The screen for each kind of result. */
const paths = { pet: 'animals', contact: 'people', order: 'orders' } as const

/** The URL of a result; undefined for a note about the store. */
const placeOf = ({ kind, id, petId, orderId, contactId }: SearchResult): string | undefined => {
  if (kind === 'category') return hrefOf(['animals'], { status: 'all', category: id })
  if (kind !== 'note') return hrefOf([paths[kind], id])
  if (orderId !== undefined) return hrefOf(['orders', orderId])
  if (contactId !== undefined) return hrefOf(['people', contactId])
  return petId === undefined ? undefined : hrefOf(['animals', petId])
}

/** Whether the key may see the screen at a URL. */
const mayOpen = (place: string): boolean =>
  may(
    place.startsWith('#/animals')
      ? 'pets:read'
      : place.startsWith('#/people')
        ? 'contacts:read'
        : 'orders:read',
  )

/** Parses a typed id. People write #114 for 114. */
const numberIn = (text: string): bigint | undefined => readInt64(text.replace(/^#/, ''))

/** A field above a list that finds items of its kind by part of their data, or by their id. */
export const FindOne = ({
  kind,
  label,
  placeholder,
  more,
}: {
  readonly kind: 'contact' | 'order'
  readonly label: string
  readonly placeholder: string
  /** A further suggestion for a text. */
  readonly more?: (text: string) => Offer
}) => {
  const [text, setText] = useState('')
  const lead = (place: string): void => {
    setText('')
    go(place)
  }
  const offerOf = (result: SearchResult): Offer => ({
    group: groups[kind],
    words: <FoundWords result={result} />,
    act: () => lead(placeOf(result) ?? ''),
  })
  return (
    <search>
      <SearchField
        label={label}
        isLabelUnseen
        placeholder={placeholder}
        kinds={[kind]}
        value={text}
        onInput={setText}
        offersOf={(results, asked) => [...results.map(offerOf), ...(more ? [more(asked)] : [])]}
        onEnter={(asked) => {
          const id = numberIn(asked)
          if (id !== undefined) lead(hrefOf([paths[kind], id]))
          return id !== undefined
        }}
      />
    </search>
  )
}

/** Goes to a URL and focuses its heading, so that list shortcuts work and a screen reader continues there. */
const leadTo = (href: string): void => {
  go(href)
  document.querySelector<HTMLElement>('h1')?.focus()
}

const addOffer = (path: 'people' | 'animals', name: string): Offer => ({
  group: '',
  words: (
    <span>
      {path === 'people'
        ? rich('Add a person called “{name}”', { name: <bdi>{name}</bdi> })
        : rich('Add an animal called “{name}”', { name: <bdi>{name}</bdi> })}
    </span>
  ),
  act: () => {
    called.value = name
    leadTo(hrefOf([path, 'new']))
  },
})

const viewOffers = (text: string): readonly Offer[] =>
  views.value
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .map(({ name, href }) => ({
      group: t('Saved views'),
      words: <bdi>{name}</bdi>,
      act: () => leadTo(href),
    }))

/** The suggestions: views, then results by kind, the kind of the best match first, then actions with the text. */
const offersOf = (results: readonly SearchResult[], text: string): readonly Offer[] => {
  const kinds = [...new Set(results.map(({ kind }) => kind))]
  const found = [
    ...viewOffers(text),
    ...kinds.flatMap((kind) =>
      results.flatMap((result): readonly Offer[] => {
        const place = result.kind === kind && placeOf(result)
        const words = <FoundWords result={result} />
        // A key that may only read notes sees only the note.
        const act = (): void =>
          place && mayOpen(place) ? leadTo(place) : toast({ text: result.title ?? '' })
        return place ? [{ group: groups[kind], words, act }] : []
      }),
    ),
  ]
  if (readInt64(text) !== undefined) return found
  if (found.length > 0) return kinds.includes('pet') ? [...found, listOffer(text)] : found
  return [
    ...(may('contacts:write') ? [addOffer('people', text)] : []),
    ...(may('pets:write') ? [addOffer('animals', text)] : []),
  ]
}

const listOffer = (name: string): Offer => ({
  group: '',
  words: (
    <span>
      {rich('List the animals whose names begin with “{name}”', { name: <bdi>{name}</bdi> })}
    </span>
  ),
  act: () => leadTo(hrefOf(['animals'], { name })),
})

/** Whether the key may read anything that a search can find. */
export const mayFind = (): boolean =>
  (['pets:read', 'contacts:read', 'orders:read', 'notes:read'] as const).some(may)

/** Opens the animal of a scanned kennel card or chip. */
const openCode = (code: string): Promise<void> =>
  attempt(code, async () => {
    const card = code.startsWith(consoleAddress())
      ? /\/animals\/(-?\d+)$/.exec(code)?.[1]
      : undefined
    const isChip = /^[\dA-Za-z]{1,20}$/.test(code)
    const id =
      card ??
      (isChip
        ? (await ask(callOf('profiles', 'list', { chip: code }))).data.items[0]?.petId
        : undefined)
    if (id === undefined) toast({ text: t('Nothing found for “{text}”.', { text: code }) })
    else leadTo(hrefOf(['animals', id]))
  })

/** The global search field. An id opens its animal at once. */
export const Find = () => {
  const found = route.value.query['name'] ?? ''
  const [text, setText] = useState(found)
  const place = useRef<HTMLElement>(null)
  const before = useRef<EventTarget | null>(null)
  // In a layout effect, so that no key press is lost and what is typed right after it is kept.
  useLayoutEffect(() => setText(found), [route.value])
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const isOurs = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
      if (!isOurs || document.querySelector('dialog[open]')) return
      event.preventDefault()
      place.current?.querySelector('input')?.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const leave = (): void => {
    setText(found)
    const last = before.current
    const goal =
      last instanceof HTMLElement && last.isConnected ? last : document.querySelector('h1')
    goal?.focus()
  }
  return (
    <search
      ref={place}
      onFocusIn={({ relatedTarget }) => {
        before.current = relatedTarget
        void needViews()
      }}
    >
      <SearchField
        label={t('Find')}
        isLabelUnseen
        keys="/ Control+K Meta+K"
        placeholder={t('Find: a name, a number, a chip…')}
        value={text}
        onInput={setText}
        offersOf={(results, asked) =>
          offersOf(results, asked).map((offer) => ({
            ...offer,
            act: () => {
              setText(found)
              offer.act()
            },
          }))
        }
        onEnter={(asked) => {
          const id = numberIn(asked)
          if (id === undefined || !may('pets:read')) return false
          setText(found)
          leadTo(hrefOf(['animals', id]))
          return true
        }}
        onEscape={leave}
      />
      {may('pets:read') && <ScanButton onCode={(code) => void openCode(code)} />}
    </search>
  )
}
