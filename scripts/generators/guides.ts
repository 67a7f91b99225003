import { readFileSync } from 'node:fs'

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/**
 * A guide with its programs. A comment before a block names the file in `examples/` that the block shows.
 *
 * @param path from the root of the repository
 */
export const guideWithExamples = (path: string): string =>
  read(path).replaceAll(
    /(<!-- example: (.+) -->\n```\w+\n)[^]*?```/g,
    (_block, start: string, example: string) => `${start}${read(`examples/${example}`)}\`\`\``,
  )
