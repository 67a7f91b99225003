import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { minify, type MinifyOptions } from 'terser'
import { languages } from '../../console/src/core/language.ts'
import { withMarks, withoutSentences } from './sentences.ts'

const sources = new URL('../../console/src/', import.meta.url)
const icon = new URL('../../console/reference/icon.svg', import.meta.url)

/**
 * Bundles the console: the file that the page loads, the one loaded after the sign-in, one for each part that
 * is loaded later, and the style sheet. The same sources produce the same bytes on every machine.
 *
 * @returns each file's name and content
 */
export const consoleFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const [screens, health, worker] = await Promise.all([
    bundle(['main.tsx', 'style/console.css'], ['main.tsx']),
    // A separate page at another URL, in one file, so that neither page needs parts of the other.
    bundle(['health/main.tsx']),
    bundle(['offline/worker.ts']),
  ])
  const files = new Map([
    ...withoutSentences(
      withoutDetour(withoutDetour(screens, 'main.js'), 'frame.js'),
      Object.keys(languages),
      { 'sign-in': (name) => name === 'main.js', 'signed-in': (name) => name !== 'main.js' },
    ),
    ...withoutSentences(health, Object.keys(languages), { health: () => true }),
    ...worker,
  ])
  const shared = await smallest(files.get('main.js') ?? '')
  const names = new Map(namesIn(exportList, shared).map(([own = '', told = own]) => [told, own]))
  const shortened = [...files].map(async ([name, text]): Promise<[string, string]> => {
    if (name !== 'main.js')
      return [name, name.endsWith('.js') ? await smallestBeside(text, names) : text]
    const list = [...names.values()].join()
    return [name, shared.replace(exportList, () => `export{${list}}`)]
  })
  return new Map([
    ...(await Promise.all(shortened)),
    ['icon.svg', readFileSync(icon, 'utf8')],
    ['production.webmanifest', manifest('Pet Store', '#0f766e')],
    ['staging.webmanifest', manifest('[Staging] Pet Store', '#5b3fa8')],
  ])
}

/** The manifest of an installed console. Its URLs are relative to the manifest's own, which contains a hash. */
const manifest = (name: string, color: string): string =>
  JSON.stringify({
    name,
    short_name: name,
    start_url: '../../console',
    scope: '../../console',
    display: 'standalone',
    theme_color: color,
    background_color: '#f8faf9',
    icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' }],
  })

/** Minifies a script a second time, so that variable names and operand orders repeat more often and compress better. */
const smallest = async (text: string, options?: MinifyOptions): Promise<string> => {
  const compress = { passes: 3, lhs_constants: false, inline: 1, unsafe: true, pure_getters: true }
  const { code } = await minify(text, { module: true, ecma: 2020, compress, ...options })
  return code ?? text
}

/**
 * Minifies a script that imports from the shared one. Both use the same name for an import, so that import lists need no `as`.
 */
const smallestBeside = async (
  text: string,
  names: ReadonlyMap<string, string>,
): Promise<string> => {
  const imports = namesIn(importList, text).map(
    ([told = '', own = told]) => [names.get(told) ?? told, own] as const,
  )
  const list = imports.map(([name, own]) => `${name} as ${own}`).join()
  // Terser prefixes the names in its cache with a dollar sign.
  const props = Object.fromEntries(imports.map(([name, own]) => [`$${own}`, name]))
  const changed = text.replace(importList, () => `import{${list}}from"./main.js"`)
  return await smallest(changed, { nameCache: { vars: { props } } })
}

const exportList = /\bexport\{([^}]*)\};?$/
const importList = /\bimport\{([^}]*)\}from"\.\/main\.js"/

/** The names in an import or export list; a pair for an entry with `as`. */
const namesIn = (list: RegExp, text: string): readonly (readonly string[])[] =>
  (list.exec(text)?.[1] ?? '')
    .split(',')
    .filter((each) => each !== '')
    .map((each) => each.split(' as '))

/** Removes a file that only re-exports from a shared one: the shared file takes its name and exports. */
const withoutDetour = (
  files: ReadonlyMap<string, string>,
  detour: string,
): ReadonlyMap<string, string> => {
  const text = files.get(detour) ?? ''
  const froms = [...text.matchAll(/(?:import|from)"\.\/([^"]+)"/g)].map(([, name]) => name)
  const shared = froms.find((name) => name !== 'main.js')
  const made = files.get(shared ?? '')
  if (shared === undefined || made === undefined || text.length > 300) return files
  const told = new Map(namesIn(exportList, made).map(([own = '', each = own]) => [each, own]))
  const taken = new Map(
    namesIn(/import\{([^}]*)\}/, text).map(([each = '', own = each]) => [own, each]),
  )
  const handedOn = namesIn(exportList, text).map(([own = '', each = own]) => {
    const there = taken.get(own) ?? own
    return `${told.get(there) ?? there} as ${each}`
  })
  return new Map(
    [...files]
      .filter(([name]) => name !== detour)
      .map(([name, each]) => [
        name === shared ? detour : name,
        (name === shared
          ? each.replace(exportList, (_, list: string) => `export{${[list, ...handedOn].join()}}`)
          : each
        ).replaceAll(`"./${shared}"`, `"./${detour}"`),
      ]),
  )
}

const pathOf = (name: string): string => fileURLToPath(new URL(name, sources))

/**
 * Imports the JSX factory in each file with JSX. `inject` would also add it to Preact's own files, as a cyclic
 * import. What is loaded after the frame imports the frame, so that all that the frame needs is in one file.
 */
const elements: Plugin = {
  name: 'elements',
  setup: (bundler) => {
    const frame = pathOf('frame.tsx')
    // The console does not use the client that loads these files, but the bundler would still emit each.
    bundler.onResolve({ filter: /^\.\/(?:following|pacer)\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { external: true } : undefined,
    )
    bundler.onResolve({ filter: /\.tsx$/ }, ({ kind, path, resolveDir }) => {
      const full = resolve(resolveDir, path)
      return kind === 'dynamic-import' && full !== frame
        ? { path: full, pluginData: `import '${frame}';` }
        : undefined
    })
    bundler.onLoad(
      { filter: /[/\\]console[/\\]src[/\\].*\.tsx$/ },
      ({ path, pluginData = '' }) => ({
        contents: `import { Fragment as $all, h as $h } from 'preact';${pluginData} ${withMarks(path)}`,
        loader: 'tsx',
      }),
    )
    bundler.onLoad({ filter: /[/\\]console[/\\]src[/\\].*\.ts$/ }, ({ path }) => ({
      contents: withMarks(path),
      loader: 'ts',
    }))
  },
}

/**
 * @param shared a file that every file of the bundle imports, so that it and what it needs are in the shared file
 * @returns each file's name and text
 */
const bundle = async (entries: readonly string[], shared: readonly string[] = []) => {
  const { outputFiles, metafile } = await build({
    entryPoints: entries.map(pathOf),
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    bundle: true,
    inject: shared.map(pathOf),
    plugins: [elements],
    splitting: true,
    format: 'esm',
    minify: true,
    // What Chromium, Firefox and Safari have supported since 2024.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // One function call for each element. The JSX settings in `tsconfig.json` are only for the types.
    tsconfigRaw: {},
    jsx: 'transform',
    jsxFactory: '$h',
    jsxFragment: '$all',
    outdir: 'console/built',
    entryNames: '[dir]/[name]',
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    write: false,
  })
  // The URL of the files contains a hash of them all, so their names need none. A shared file is named after its first source.
  const names = new Map(
    Object.entries(metafile.outputs).map(([path, { entryPoint, inputs }]) => {
      const first = Object.keys(inputs).find((each) => each.startsWith('console/src/')) ?? ''
      const source = entryPoint ?? first
      return [path.replace(/^.*\//, ''), nameOf(source.replace('console/src/', '')) ?? path]
    }),
  )
  return new Map(
    outputFiles.map(({ path, text }) => [
      names.get(path.replace(/^.*[/\\]/, '')) ?? path,
      text
        .trimEnd()
        .replaceAll(/"\.\/([^"/]+\.js)"/g, (_, name: string) => `"./${names.get(name) ?? name}"`),
    ]),
  )
}

/** The name of the output file of a source: `team.js` for `team/screen.tsx`. */
const nameOf = (source: string): string | undefined => {
  const [, folder, file = '', kind = ''] = /^(?:(\w[\w-]*)\/)?([\w-]+)\.(\w+)$/.exec(source) ?? []
  if (kind === 'css') return 'console.css'
  if (kind === '') return undefined
  return `${folder && ['screen', 'main'].includes(file) ? folder : file}.js`
}
