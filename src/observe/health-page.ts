import { readdirSync, readFileSync } from 'node:fs'
import { builtFolder as folder, builtPage, builtPageHeaders, fileType } from '../kit/built-pages.ts'
import type { MetricsPage } from './metrics-server.ts'

const headers = { ...builtPageHeaders, 'X-Content-Type-Options': 'nosniff' }

const docs = new URL('../../docs/', import.meta.url)
const text = 'text/plain; charset=utf-8'

/** The files of the page by path: those of the built console, and the documents to which its lines lead, as they are. */
const files: Readonly<Record<string, { readonly type: string; readonly file: URL }>> = {
  ...Object.fromEntries(
    readdirSync(folder)
      .filter((name) => /^(?:health\.|console\.css$|icon\.svg$)/.test(name))
      .map((name) => [`/${name}`, { type: fileType(name), file: new URL(name, folder) }]),
  ),
  '/help/cluster': { type: text, file: new URL('cluster.md', docs) },
  '/help/operations': { type: text, file: new URL('operations.md', docs) },
  '/help/troubleshooting': { type: text, file: new URL('troubleshooting.md', docs) },
}

/** The operators' page at the metrics' address, and its files, by path, read when asked for. It needs no key and no database. */
export const healthPages: Readonly<Record<string, MetricsPage>> = {
  '/': { type: 'text/html; charset=utf-8', headers, make: () => page },
  ...Object.fromEntries(
    Object.entries(files).map(([path, { type, file }]) => [
      path,
      { type, headers, make: () => readFileSync(file, 'utf8') },
    ]),
  ),
}

const page = builtPage(
  'Health · Pet Store',
  'health',
  '',
  'health.js',
  'The page needs scripts. health.json has the same figures.',
)
