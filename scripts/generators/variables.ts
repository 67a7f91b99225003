import type { Variable } from '../../src/base/config/variable.ts'
import { variables } from '../../src/base/config/variables.ts'

/** Writes `.env.example`: every variable with its default, commented out. */
export const envExample = (): string => {
  const head = [
    '# Every variable of the service, with its default. Made from src/base/config/variables.ts by npm run generate.',
    '# Copy it to .env, and remove the # from each variable that you change.',
  ]
  const entries = Object.entries<Variable<unknown>>(variables).map(([name, variable]) => {
    const { description, takes, fallback, shownDefault = String(fallback) } = variable
    return [
      `# ${description}`,
      `# It takes ${takes}.`,
      isValue(name, shownDefault)
        ? `#${name}=${shownDefault}`
        : `# Without it: ${shownDefault}.\n#${name}=`,
    ].join('\n')
  })
  return `${[head.join('\n'), ...entries].join('\n\n')}\n`
}

/** Whether the shown default is a value that a user can write, or only a description. */
const isValue = (name: string, shownDefault: string): boolean =>
  shownDefault !== 'none' &&
  !shownDefault.includes(' ') &&
  Object.entries(variables).some(
    ([known, { parse }]) => known === name && parse(shownDefault) !== undefined,
  )
