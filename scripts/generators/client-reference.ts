import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DeclarationReflection } from 'typedoc'
import { redirectTypeScript } from './typescript-6.ts'

const client = fileURLToPath(new URL('../../client', import.meta.url))

/** Makes the reference of the client, one page of Markdown, from the docstrings of its exports. */
export const clientReference = async (): Promise<string> => {
  redirectTypeScript()
  const { Application, ReflectionKind } = await import('typedoc')
  const folder = mkdtempSync(join(tmpdir(), 'petstore-reference-'))
  try {
    const application = await Application.bootstrapWithPlugins({
      name: 'petstore-client',
      entryPoints: [join(client, 'src/index.ts')],
      tsconfig: join(client, 'tsconfig.json'),
      // Another version of the compiler has already checked the types.
      skipErrorChecking: true,
      plugin: ['typedoc-plugin-markdown'],
      readme: 'none',
      disableSources: true,
      excludeInternal: true,
      excludePrivate: true,
      excludeExternals: true,
      logLevel: 'Warn',
      validation: { notExported: true, invalidLink: true, notDocumented: false },
      sort: ['source-order'],
    })
    // Options of the plugin, which are missing from typedoc's types.
    for (const [name, value] of Object.entries({
      router: 'module',
      hidePageHeader: true,
      hideBreadcrumbs: true,
      useCodeBlocks: true,
      parametersFormat: 'table',
      propertyMembersFormat: 'table',
      typeDeclarationFormat: 'table',
    })) {
      application.options.setValue(name as never, value as never)
    }
    const project = await application.convert()
    if (project === undefined) throw new Error('typedoc could not read the client.')
    // Inherited members are documented in the base class.
    const inherited = project
      .getReflectionsByKind(ReflectionKind.ClassMember)
      .filter((member) => member.isDeclaration() && member.inheritedFrom !== undefined)
    for (const member of inherited) {
      project.removeReflection(member)
      // The output follows the groups, which still contain removed members.
      const parent = member.parent as DeclarationReflection
      const { groups = [] } = parent
      for (const group of groups) {
        group.children = group.children.filter((child) => child !== member)
      }
      parent.groups = groups.filter(({ children }) => children.length > 0)
    }
    application.validate(project)
    application.options.setValue('outputs', [{ name: 'markdown', path: folder }])
    await application.generateOutputs(project)
    if (application.logger.hasErrors() || application.logger.hasWarnings()) {
      throw new Error('The reference of the client has faults; typedoc named them above.')
    }
    const text = readFileSync(join(folder, 'README.md'), 'utf8')
    return `<!-- Generated from the docstrings by typedoc; npm run client:build makes it. -->\n\n${text.trimEnd()}\n`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
