import { builtPageHeaders } from '../api/built-pages.ts'

/** What a browser lets a page at the address of the metrics do. */
export const pageHeaders = { ...builtPageHeaders, 'X-Content-Type-Options': 'nosniff' } as const
