import { useEffect } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { Order } from '../../../client/src/index.ts'
import { readAnimal } from './change.ts'
import { profileFields, profileWords, valueText } from './profile-fields.ts'
import { categoryText, needCategories } from '../categories/names.ts'
import { beside } from '../core/page.ts'
import { hrefOf } from '../core/route.ts'
import { dateText, serviceNow } from '../core/time.ts'
import { readProfile } from '../model/profile.ts'
import { openStates } from '../orders/read.ts'
import { Facts } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { QrCode } from '../parts/qr.tsx'
import { Refused } from '../parts/refused.tsx'
import { Loadable } from '../parts/states.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'

/** What can be printed of an animal, by the end of its address. */
export const sheets = { card: t('Kennel card'), 'hand-over': t('Hand-over sheet') } as const

/** A sheet of paper for one animal: the card at its kennel, or what is signed when it goes home. */
export const Sheet = ({
  id,
  kind,
}: {
  readonly id: bigint
  readonly kind: keyof typeof sheets
}) => {
  useEffect(() => void needCategories(), [])
  const isHandOver = kind === 'hand-over'
  const loaded = useLoad(`sheet ${kind} ${id}`, async (signal) => {
    const [seen, { profile }, orders] = await Promise.all([
      readAnimal(id, signal),
      readProfile(id, signal),
      isHandOver && may('orders:read')
        ? ask(callOf('orders', 'list', { petId: id, sort: '-id', limit: 5 }), signal)
        : undefined,
    ])
    const order: Order | undefined = orders?.data.items.find(
      ({ status }) => openStates.includes(status) || status === 'delivered',
    )
    return { data: { pet: seen?.pet, profile, order } }
  })
  const name = loaded.data?.pet?.name
  return (
    <main id="main" class="sheet">
      <header class="screen-head">
        <Heading
          title={name ?? t('Animal {id}', { id })}
          said={t('{sheet} of {name}', { sheet: sheets[kind], name: name ?? id })}
        />
        <p class="actions">
          <button type="button" class="primary" onClick={() => print()}>
            {t('Print')}
          </button>
          <a class="button" href={hrefOf(['animals', id])}>
            {t('Back to the animal')}
          </a>
        </p>
      </header>
      <Loadable loaded={loaded} what={t('the sheet')} subject="">
        {({ pet, profile, order }) => {
          if (pet === undefined)
            return (
              <Refused text={t('There is no animal {id}. It may have been deleted.', { id })} />
            )
          const { photos, description, facts = {} } = profile
          const [photo] = photos
          return (
            <>
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
                    ...Object.entries(facts).map(
                      ([fact, text]) => [fact, <bdi>{text}</bdi>] as const,
                    ),
                    isHandOver &&
                      order && [t('Order'), <bdi>{`${order.id} ${order.reference ?? ''}`}</bdi>],
                  ]}
                />
                <QrCode
                  text={`${beside('console').replace(/#.*/, '')}${hrefOf(['animals', id])}`}
                  label={t('A code that opens animal {id} in the console', { id })}
                />
              </div>
              {description !== undefined && (
                <p class="description">
                  <bdi>{description}</bdi>
                </p>
              )}
              {isHandOver && <Signatures name={pet.name} />}
            </>
          )
        }}
      </Loadable>
    </main>
  )
}

/** The lines that are filled in by hand. */
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
