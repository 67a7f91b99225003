import { readFileSync } from 'node:fs'

/** The version of the interface; its major number is the `/v1` of every path. */
export const interfaceVersion = '1.0.0'

/** Returns the version in `package.json`; for a release with the commit appended, like `1.1.0+9beac1e41d2a`. */
export const serviceVersion = (): string => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version, gitHead } = JSON.parse(text)
  return gitHead === undefined ? String(version) : `${version}+${String(gitHead).slice(0, 12)}`
}
