import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildClient } from '../../scripts/build-client.ts'

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

/** Builds the client and packs it as it would be published. @returns the path of the tarball */
export const packClient = async (folder: string): Promise<string> => {
  const stage = join(folder, 'stage')
  mkdirSync(stage)
  for (const file of ['package.json', 'README.md', 'LICENSE', 'docs']) {
    cpSync(join(root, 'client', file), join(stage, file), { recursive: true })
  }
  buildClient(join(stage, 'dist'))
  // The build is done; the script that would do it looks for the repository around it.
  await runProgram('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: stage,
  })
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm pack made no tarball.')
  return join(folder, tarball)
}

/**
 * Makes an empty project and installs the packed client, without the network: it depends on nothing.
 *
 * @param files written beside `package.json`
 */
export const installInto = async (
  project: string,
  tarball: string,
  files: Readonly<Record<string, string>>,
): Promise<void> => {
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
  await runProgram('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
    cwd: project,
  })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
}

/** Puts Node's types into a project, as `npm install @types/node` does. */
export const linkNodeTypes = (project: string): void => {
  mkdirSync(join(project, 'node_modules/@types'))
  for (const name of ['@types/node', 'undici-types']) {
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
  }
}
