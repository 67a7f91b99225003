import type { RequestGroup } from '../core/observation.ts'

/** The group of a path that belongs to no operation. */
export const groupOf = (path: string): RequestGroup => {
  switch (path) {
    case '/healthz':
    case '/readyz':
      return 'health'
    case '/':
    case '/console':
    case '/docs':
    case '/docs.md':
    case '/openapi.json':
    case '/llms.txt':
    case '/.well-known/api-catalog':
    case '/.well-known/security.txt':
      return 'page'
    default:
      // The files that the console and the reference page load.
      return path.startsWith('/docs/') || path.startsWith('/console/') ? 'page' : 'none'
  }
}
