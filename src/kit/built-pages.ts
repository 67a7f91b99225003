/** What `npm run generate` bundles from `console/src`: the console and the health page. */
export const builtFolder = new URL('../../console/built/', import.meta.url)

/**
 * These pages may load their own files and call their own origin, nothing more. With Trusted Types no script can turn
 * text into markup or code.
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
