import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { minify, type MinifyOptions } from 'terser'

const sources = new URL('../../console/src/', import.meta.url)
const icon = new URL('../../src/kit/reference/assets/icon.svg', import.meta.url)

/**
 * Bundles the console: the file that the page loads, the one with the screens, and the style. The same sources make the
 * same bytes on every machine.
 *
 * @returns each file's name and content
 */
export const consoleFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const [screens, health] = await Promise.all([
    bundle(['main.tsx', 'style/console.css'], '[name]', ['main.tsx']),
    // A page of its own at another address, in one file, so that neither needs parts of the other.
    bundle(['health/main.tsx'], 'health'),
  ])
  const files = withoutDetour(
    new Map([...screens, ...health].map(({ path, text }) => [path.replace(/^.*[/\\]/, ''), text])),
  )
  const shared = await smallest(files.get('main.js') ?? '')
  const names = new Map(namesIn(exportList, shared).map(([own = '', told = own]) => [told, own]))
  const shortened = [...files].map(async ([name, text]): Promise<[string, string]> => {
    if (name !== 'main.js')
      return [name, name.endsWith('.js') ? await smallestBeside(text, names) : text]
    const list = [...names.values()].join()
    return [name, shared.replace(exportList, () => `export{${list}}`)]
  })
  return new Map([...(await Promise.all(shortened)), ['icon.svg', readFileSync(icon, 'utf8')]])
}

/** Shortens a script once more. Its names of variables and its order of operands repeat more often, so they compress better. */
const smallest = async (text: string, options?: MinifyOptions): Promise<string> => {
  const compress = { passes: 3, lhs_constants: false, inline: 1, unsafe: true, pure_getters: true }
  const { code } = await minify(text, { module: true, ecma: 2020, compress, ...options })
  return code ?? text
}

/** Shortens a script that imports from the shared one. Both call a thing the same, so no list of names has two for it. */
const smallestBeside = async (
  text: string,
  names: ReadonlyMap<string, string>,
): Promise<string> => {
  const imports = namesIn(importList, text).map(
    ([told = '', own = told]) => [names.get(told) ?? told, own] as const,
  )
  const list = imports.map(([name, own]) => `${name} as ${own}`).join()
  // Terser puts a dollar before the name in its cache.
  const props = Object.fromEntries(imports.map(([name, own]) => [`$${own}`, name]))
  const changed = text.replace(importList, () => `import{${list}}from"./main.js"`)
  return await smallest(changed, { nameCache: { vars: { props } } })
}

const exportList = /\bexport\{([^}]*)\};?$/
const importList = /\bimport\{([^}]*)\}from"\.\/main\.js"/

/** The names of such a list; two of a thing that has one on each side. */
const namesIn = (list: RegExp, text: string): readonly (readonly string[])[] =>
  (list.exec(text)?.[1] ?? '')
    .split(',')
    .filter((each) => each !== '')
    .map((each) => each.split(' as '))

/** All that the page loads at once is in the shared file, so that one takes the name of the file that only loads it. */
const withoutDetour = (files: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const shared = /^import"\.\/([^"]+)";\s*$/.exec(files.get('main.js') ?? '')?.[1]
  if (shared === undefined) throw new Error('main.js does more than load the shared file.')
  return new Map(
    [...files]
      .filter(([name]) => name !== 'main.js')
      .map(([name, text]) => [
        name === shared ? 'main.js' : name,
        text.replace(`from"./${shared}"`, 'from"./main.js"'),
      ]),
  )
}

const pathOf = (name: string): string => fileURLToPath(new URL(name, sources))

/**
 * Names the function that makes an element, in each file with JSX. `inject` would do so in Preact's own files too,
 * and so in a circle.
 */
const elements: Plugin = {
  name: 'elements',
  setup: (bundler) => {
    bundler.onLoad({ filter: /[/\\]console[/\\]src[/\\].*\.tsx$/ }, ({ path }) => ({
      contents: `import { Fragment as $all, h as $h } from 'preact'; ${readFileSync(path, 'utf8')}`,
      loader: 'tsx',
    }))
  },
}

/** @param shared a file that every file of the bundle imports, so that it and what it needs are in the shared file */
const bundle = async (
  entries: readonly string[],
  entryNames: string,
  shared: readonly string[] = [],
) => {
  const { outputFiles } = await build({
    entryPoints: entries.map(pathOf),
    entryNames,
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    bundle: true,
    inject: shared.map(pathOf),
    plugins: [elements],
    splitting: true,
    format: 'esm',
    minify: true,
    // What Chromium, Firefox and Safari have had since 2024.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // One call for each element. What `tsconfig.json` says of JSX is for the types.
    tsconfigRaw: {},
    jsx: 'transform',
    jsxFactory: '$h',
    jsxFragment: '$all',
    outdir: 'console/built',
    // Their address has a hash of them all.
    chunkNames: '[name]',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  })
  return outputFiles
}
