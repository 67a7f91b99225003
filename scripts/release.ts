import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * `npm run release`: makes a release of the service from a clean checkout: the package for `npm install
 * --global FILE`, its bill of materials (CycloneDX), the licenses of the contained packages, the release
 * notes, the files to build an image, and the checksums. The same commit produces the same bytes.
 *
 * Node does not run TypeScript below `node_modules`, so the package has the sources with the types stripped,
 * at the same line numbers.
 *
 * - `--out FOLDER`: `release/` by default; an existing release there is replaced.
 * - `--dirty`: allows a checkout with changes, for a trial.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'release') },
    dirty: { type: 'boolean', default: false },
  },
})

/** Files that the package contains unchanged. */
const copied = [
  '.env.example',
  'LICENSE',
  'CHANGELOG.md',
  'README.md',
  'openapi.json',
  'examples/petstore.postman_collection.json',
  'console/built',
  'console/reference',
  'docs',
  'deploy',
]
/** Files that it contains with the types stripped. */
const stripped = ['src/**', 'client/src/**', 'deploy/**', 'bin/**']

const run = (program: string, args: readonly string[], cwd = root): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> }
type LockedPackage = Readonly<Record<string, unknown>> & { readonly license?: string }

const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const written = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Strips the types, and renames `.ts` to `.js` in imports and the paths of threads. */
const withoutTypes = (text: string): string =>
  stripTypeScriptTypes(text).replaceAll(/(['"]\.{1,2}\/[^'"\n]*)\.ts(['"])/g, '$1.js$2')

/** The locked versions of the packages that run with the service, including optional ones that the tests also need. */
const shrinkwrap = (manifest: object): Lock => {
  const lock = json('package-lock.json') as Lock
  const kept = Object.entries(lock.packages).filter(
    ([path, { dev }]) => path !== '' && dev !== true,
  )
  return { ...lock, packages: Object.fromEntries([['', manifest as LockedPackage], ...kept]) }
}

/** Writes the sources of the package. */
const build = (folder: string, commit: string): Lock => {
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const path of globSync(stripped, { cwd: root })) {
    if (statSync(join(root, path)).isDirectory()) continue
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    if (/\.(?:ts|js)$/.test(path)) {
      rmSync(target, { force: true })
      const text = withoutTypes(readFileSync(join(root, path), 'utf8'))
      writeFileSync(target.replace(/\.ts$/, '.js'), text, { mode: statSync(join(root, path)).mode })
    } else {
      cpSync(join(root, path), target)
    }
  }
  const { name, version, description, license, bin, type, dependencies } = json('package.json')
  const manifest = {
    name,
    version,
    description,
    license,
    bin,
    type,
    engines: { node: '>=20' },
    dependencies,
    gitHead: commit,
  }
  const locked = shrinkwrap(manifest)
  writeFileSync(join(folder, 'package.json'), written(manifest))
  writeFileSync(join(folder, 'npm-shrinkwrap.json'), written(locked))
  return locked
}

/**
 * The CycloneDX document from npm, without what differs in each run. Made in the checkout, it would lack
 * packages that tests also use.
 */
const materials = (folder: string, commit: string, date: string): string => {
  const options = [
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--package-lock-only',
  ]
  const document = JSON.parse(run('npm', ['sbom', ...options], folder))
  const [, ...digits] = /^(.{8})(.{4})(.{3})(.{3})(.{12})/.exec(commit) ?? []
  const [first, second, third, fourth, fifth] = digits
  // A UUID derived from the commit (RFC 9562, version 8).
  document.serialNumber = `urn:uuid:${first}-${second}-8${third}-8${fourth}-${fifth}`
  document.metadata.timestamp = date
  // npm uses the name of the folder.
  document.metadata.component.name = json('package.json').name
  return written(document)
}

/** The name and the text of the license of each package that runs with the service. */
const licenses = ({ packages }: Lock): string =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, license }]) => {
      const [file] = globSync('{LICEN[CS]E,COPYING}*', { cwd: join(root, path) })
      const text =
        file === undefined
          ? 'The package has no file with the text.'
          : readFileSync(join(root, path, file), 'utf8').trim()
      const heading = `${path.replace(/^.*node_modules\//, '')} ${String(version)}: ${license}`
      return `${heading}\n${'='.repeat(heading.length)}\n\n${text}\n`
    })
    .join('\n\n')

/** The changelog section of a version; for a development version, the unreleased section. */
const notes = (version: string): string => {
  const heading = version.endsWith('-dev') ? 'Unreleased' : version
  const [, ...sections] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## (?=\[)/m)
  const found = sections.find((section) => section.startsWith(`[${heading}]`))
  if (found === undefined) throw new Error(`CHANGELOG.md has no section ${heading}.`)
  return `${found.slice(found.indexOf('\n')).trim()}\n`
}

const main = (): void => {
  if (!values.dirty && run('git', ['status', '--porcelain']) !== '') {
    throw new Error('The checkout has changes. Commit them, or give --dirty for a trial.')
  }
  const [commit = '', date = ''] = run('git', ['log', '-1', '--format=%H %cI']).trim().split(' ')
  const { out } = values
  // The folder is emptied, so it must be an old release or empty.
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, 'SHA256SUMS'))) {
    throw new Error(`${out} has files that are no release. Name another folder, or a new one.`)
  }
  rmSync(out, { recursive: true, force: true })
  const folder = join(out, 'package')
  mkdirSync(folder, { recursive: true })
  const locked = build(folder, commit)
  const packing = ['--json', '--ignore-scripts', '--pack-destination', out]
  const [{ filename }] = JSON.parse(run('npm', ['pack', folder, ...packing]))
  const listed = materials(folder, commit, new Date(date).toISOString())
  rmSync(folder, { recursive: true })
  const stem = basename(filename, '.tgz')
  const { version } = json('package.json')
  const files: Readonly<Record<string, string>> = {
    [`${stem}.cdx.json`]: listed,
    [`${stem}.licenses.txt`]: licenses(locked),
    [`${stem}.notes.md`]: notes(version),
    Dockerfile: readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text)
  const sums = [filename, ...Object.keys(files)].map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex')
    return `${digest}  ${name}\n`
  })
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
  process.stdout.write(sums.join(''))
}

if (!existsSync(join(root, 'node_modules'))) throw new Error('Run npm ci first.')
main()
