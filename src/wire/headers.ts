import type { HeaderRecord } from '../quotas/headers.ts'

/** Headers of every answer that keep a browser, or a cache between, from doing harm with it. */
export const safetyHeaders: HeaderRecord = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}
