import { useEffect } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { Order, Pet, Profile } from '../../../client/src/index.ts'
import { Agreement } from './agreement.tsx'
import { checkedPets, forgetKnown, noProfile } from '../model/known.ts'
import { readPets, readProfiles } from '../model/read-known.ts'
import { profileFields, profileWords, valueText } from '../model/profile-fields.ts'
import { categoryText, needCategories } from '../categories/names.ts'
import { needPeople } from '../contacts/names.ts'
import { consoleAddress } from '../core/page.ts'
import { hrefOf } from '../core/route.ts'
import { dateText, serviceNow } from '../core/time.ts'
import { openStates } from '../orders/read.ts'
import { Facts } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { QrCode } from '../parts/qr.tsx'
import { Refused } from '../parts/refused.tsx'
import { Loadable } from '../parts/states.tsx'
import { useLoad } from '../parts/use-load.ts'
import { askInParts } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'

/** What can be printed for an animal, by the last part of the URL. */
const sheets = {
  card: t('Kennel card'),
  'hand-over': t('Hand-over sheet'),
  agreement: t('Adoption agreement'),
} as const

type Shown = { readonly pet: Pet; readonly profile: Profile; readonly order: Order | undefined }

/** Printable sheets, one for each animal: the kennel card, or what is signed when it goes home. */
export const Sheet = ({
  ids,
  kind,
}: {
  /** Up to 100. */
  readonly ids: readonly bigint[]
  readonly kind: keyof typeof sheets
}) => {
  useEffect(() => void needCategories(), [])
  const loaded = useLoad(`sheet ${kind} ${ids.join()}`, async (signal) => {
    // What is signed must be current. A printed card must reflect the event log.
    if (kind !== 'card' || !ids.every((id) => checkedPets.get(id))) forgetKnown()
    const [pets, profiles, orders] = await Promise.all([
      readPets(ids, signal),
      readProfiles(ids, signal),
      kind !== 'card' && may('orders:read')
        ? askInParts(ids, 20, signal, (petId) =>
            callOf('orders', 'list', { petId, sort: '-id', limit: 100 }),
          )
        : [],
    ])
    void needPeople(orders)
    const shown = ids.flatMap((id): Shown | [] => {
      const pet = pets.get(id)
      const profile = profiles.find(({ petId }) => petId === id)
      const order = orders.find(
        ({ petId, status }) =>
          petId === id && (openStates.includes(status) || status === 'delivered'),
      )
      return pet ? { pet, profile: profile ?? noProfile(id), order } : []
    })
    return { data: shown }
  })
  const [id = 0n, ...others] = ids
  const name = loaded.data?.[0]?.pet.name ?? t('Animal {id}', { id })
  return (
    <main id="main" class="sheet">
      <header class="screen-head">
        <Heading
          title={others.length === 0 ? name : kind === 'card' ? t('Kennel cards') : sheets[kind]}
          said={t('{sheet} of {name}', { sheet: sheets[kind], name })}
        />
        <p class="actions">
          <button type="button" class="primary" onClick={() => print()}>
            {t('Print')}
          </button>
          {others.length > 0 ? (
            <a class="button" href={hrefOf(['animals'])}>
              {t('Back to the animals')}
            </a>
          ) : (
            <a class="button" href={hrefOf(['animals', id])}>
              {t('Back to the animal')}
            </a>
          )}
        </p>
      </header>
      <Loadable loaded={loaded} what={t('the sheet')} subject="">
        {(shown) =>
          shown.length === 0 ? (
            <Refused text={t('There is no animal {id}. It may have been deleted.', { id })} />
          ) : (
            shown.map((each) => (
              <Page key={each.pet.id} shown={each} kind={kind} isNamed={others.length > 0} />
            ))
          )
        }
      </Loadable>
    </main>
  )
}

const Page = ({
  shown: { pet, profile, order },
  kind,
  isNamed,
}: {
  readonly shown: Shown
  readonly kind: keyof typeof sheets
  /** Whether the sheet shows the name as its heading; for a single animal, the screen's heading has it. */
  readonly isNamed: boolean
}) => {
  const { photos, description, facts = {} } = profile
  const [photo] = photos
  const { id } = pet
  const isHandOver = kind === 'hand-over'
  return (
    <article>
      {isNamed && (
        <h2>
          <bdi>{pet.name}</bdi>
        </h2>
      )}
      <div class="sheet-top">
        {photo && (
          <img
            src={new URL(photo.urls.card).pathname}
            alt={photo.alt ?? pet.name}
            width={photo.width}
            height={photo.height}
          />
        )}
        <Facts
          facts={[
            [t('Number'), String(id)],
            [t('Category'), <bdi>{categoryText(pet.categoryId)}</bdi>],
            ...profileFields.flatMap((field) => {
              const text = profile[field]
              if (text === undefined || field === 'description') return []
              return [[profileWords[field], <bdi>{valueText(field, text)}</bdi>] as const]
            }),
            ...Object.entries(facts).map(([fact, text]) => [fact, <bdi>{text}</bdi>] as const),
            kind !== 'card' &&
              order && [t('Order'), <bdi>{`${order.id} ${order.reference ?? ''}`}</bdi>],
          ]}
        />
        <QrCode
          text={`${consoleAddress()}${hrefOf(['animals', id])}`}
          label={t('A code that opens animal {id} in the console', { id })}
        />
      </div>
      {description !== undefined && kind !== 'agreement' && (
        <p class="description">
          <bdi>{description}</bdi>
        </p>
      )}
      {isHandOver && <Signatures name={pet.name} />}
      {kind === 'agreement' && <Agreement pet={pet} order={order} />}
    </article>
  )
}

/** The lines to fill in by hand. */
const Signatures = ({ name }: { readonly name: string }) => (
  <section class="signatures">
    <h2>{t('Handed over')}</h2>
    <p>{t('{name} was handed over on {date}.', { name, date: dateText(serviceNow()) })}</p>
    {[t('Name'), t('Address'), t('Phone'), t('Signature'), t('For the store')].map((line) => (
      <p key={line} class="line">
        {line}
      </p>
    ))}
  </section>
)
