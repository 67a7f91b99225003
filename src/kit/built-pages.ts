import { jsonMediaType } from '../base/errors/error-schema.ts'

/** What `npm run generate` bundles from `console/src`: the console and the health page. */
export const builtFolder = new URL('../../console/built/', import.meta.url)

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: jsonMediaType,
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The media type of a file that a page loads, by the ending of its name. */
export const fileType = (name: string): string =>
  types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

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
