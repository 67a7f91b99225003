import { readFileSync } from 'node:fs'

/** The version of the interface; its major number is the `/v1` of every path. */
export const interfaceVersion = '1.0.0'

/** The version of the service, as `package.json` has it. */
export const serviceVersion = (): string => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return String(JSON.parse(text).version)
}
