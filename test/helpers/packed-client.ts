import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildClient, writeClientReference } from '../../scripts/build-client.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a program and returns its output; if it fails, the output is the error. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<string> => {
  try {
    const { stdout } = await promisify(execFile)(program, args, options)
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error })
  }
}

/** Installs packages from the registry into a folder. */
export const npmInstall = async (cwd: string, ...packages: readonly string[]): Promise<string> => {
  const quiet = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--loglevel=error']
  return await runProgram('npm', ['install', ...quiet, '--prefix', cwd, ...packages], { cwd })
}

/** Builds the client in a folder, with the files that are published. */
const stageClient = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'README.md', 'LICENSE']) {
    cpSync(join(root, 'client', file), join(folder, file), { recursive: true })
  }
  buildClient(join(folder, 'dist'))
}

/** Builds the client and packs it as it would be published. @returns the path of the tarball */
export const packClient = async (folder: string): Promise<string> => {
  const stage = join(folder, 'stage')
  stageClient(stage)
  await writeClientReference(join(stage, 'docs'))
  // The build is done; the script that would do it looks for the repository around it.
  await runProgram('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: stage,
  })
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm pack made no tarball.')
  return join(folder, tarball)
}

/** The files of a project, by their names. */
type Files = Readonly<Record<string, string>>

const makeProject = (project: string, files: Files): void => {
  mkdirSync(project)
  const all = { 'package.json': '{"private":true,"type":"module"}', ...files }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(project, name), text)
}

/** Makes a project and installs the packed client, without the network: it depends on nothing. */
export const installInto = async (
  project: string,
  tarball: string,
  files: Files = {},
): Promise<void> => {
  makeProject(project, files)
  await runProgram('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
    cwd: project,
  })
}

/** Makes a project with the packages of another: npm takes a second each time. */
export const projectLike = (installed: string, project: string, files: Files): void => {
  makeProject(project, files)
  cpSync(join(installed, 'node_modules'), join(project, 'node_modules'), { recursive: true })
}

/** Makes a project with the built client among its packages, for tests that are not about the package. */
export const projectWithClient = (project: string, files: Files): void => {
  makeProject(project, files)
  stageClient(join(project, 'node_modules', 'petstore-client'))
}

/** Puts Node's types into a project, as `npm install @types/node` does. */
export const linkNodeTypes = (project: string): void => {
  mkdirSync(join(project, 'node_modules/@types'))
  for (const name of ['@types/node', 'undici-types']) {
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
  }
}
