import { t } from '../core/language.ts'
import { firstHref, goNext, type Place, previousHref } from './places.ts'

/** Links to the next and previous page, which stay stable while others add and delete animals. */
export const Pager = ({
  next,
  place,
}: {
  /** The cursor of the next page; undefined if there is none. */
  readonly next: string | undefined
  readonly place: Place
}) => {
  const previous = previousHref(place)
  return (
    (next || place.cursor) && (
      <nav class="pager" aria-label={t('Pages')}>
        {place.cursor && (
          <a class="button" href={firstHref(place)}>
            {t('First')}
          </a>
        )}
        {previous && (
          <a class="button" href={previous}>
            {t('Previous')}
          </a>
        )}
        <span>{t('Page {page}', { page: place.page ?? 1n })}</span>
        {next && (
          <button type="button" onClick={() => goNext(place, next)}>
            {t('Next')}
          </button>
        )}
      </nav>
    )
  )
}
