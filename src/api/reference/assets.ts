import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A file of the reference page, read once and kept. */
export type Asset = {
  /** The path under `/docs/`. It contains a hash of the content, so the content of a path never changes. */
  readonly path: string
  readonly type: string
  readonly bytes: Buffer
}

const library = (name: string): string =>
  fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))
const own = (name: string): string => fileURLToPath(new URL(`assets/${name}`, import.meta.url))

const readAsset = (file: string, type: string): Asset => {
  const bytes = readFileSync(file)
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
  return {
    path: `${hash('sha256', bytes).slice(0, 16)}/${name}`,
    type,
    bytes,
  }
}

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/** The modules of the page's script. They import each other by name, so they share a folder. */
const readModules = (names: readonly string[]): readonly Asset[] => {
  const read = names.map((name) => readAsset(own(name), script))
  const folder = hash('sha256', read.map(({ path }) => path).join()).slice(0, 16)
  return read.map((asset, at) => ({ ...asset, path: `${folder}/${names[at] ?? ''}` }))
}

/** The page's script, the first, and what it imports. */
export const modules = readModules(['reference.js', 'document.js', 'samples.js', 'sending.js'])

/** Everything else that the page loads, by its role: about 2 MB. */
export const assets = {
  swaggerStyle: readAsset(library('swagger-ui.css'), style),
  pageStyle: readAsset(own('reference.css'), style),
  swaggerScript: readAsset(library('swagger-ui-bundle.js'), script),
  icon: readAsset(own('icon.svg'), 'image/svg+xml'),
} as const satisfies Record<string, Asset>
