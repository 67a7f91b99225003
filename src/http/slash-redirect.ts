import { headerLines } from '../core/headers.ts'
import type { PublicPage } from './page-router.ts'

/**
 * Leads from a page's address with a slash at its end, which people type, to the page. The address is relative, so it
 * works behind a proxy that adds a path.
 *
 * @param name the last segment of the page's address
 */
export const slashRedirect = (name: string): PublicPage => {
  const headers = headerLines({ Location: `../${name}` })
  const body = `The page is at /${name}, without a slash at the end.\n`
  return () => ({ status: 308, type: 'text/plain; charset=utf-8', headers, body })
}
