import { headerLines } from '../core/headers.ts'
import type { PublicPage } from './page-router.ts'

/**
 * Redirects from an address with a trailing slash to the page. The target is relative, so it also works behind a proxy
 * that adds a path.
 *
 * @param name the last segment of the page's address
 */
export const slashRedirect = (name: string): PublicPage => {
  const headers = headerLines({ Location: `../${name}` })
  const body = `The page is at /${name}, without a slash at the end.\n`
  return () => ({ status: 308, type: 'text/plain; charset=utf-8', headers, body })
}
