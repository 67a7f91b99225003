import { readFileSync } from 'node:fs'

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/**
 * Fills the code blocks of a guide. The comment before a block names the file in `examples/` that it shows.
 *
 * @param path from the root of the repository
 */
export const guideWithExamples = (path: string): string =>
  read(path).replaceAll(
    /(<!-- example: (.+) -->\n```\w+\n)[^]*?```/g,
    (_block, start: string, example: string) => `${start}${read(`examples/${example}`)}\`\`\``,
  )
