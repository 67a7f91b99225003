/** What `npm run generate` made of `console/src`: the console, and the page of health. */
export const builtFolder = new URL('../../console/built/', import.meta.url)

/**
 * What a browser lets a page of that folder do: load its own files and ask its own origin, nothing more. No script makes
 * markup or code from text (Trusted Types), so no name that somebody typed can ever become either.
 */
export const builtPageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const
