/**
 * The base of links if no public address is configured: relative to the URL of the request. RFC 8288 (3.1) allows that in
 * `Link`, and RFC 9110 (10.2.2) in `Location`.
 */
export const relativeBase = '/v1'

export type Links = ReturnType<typeof linksUnder>

/**
 * Makes the URLs in answers, under the base address of an environment.
 * @param base ends in `/v1`; `rebase` replaces it once the port is known
 */
export const linksUnder = (base: string) => {
  const links = {
    base,
    /** The address for people: an absolute URL that ends in `/v1`, and reaches the service at least from this machine. */
    shown: base,
    rebase: (to: string, shown = to): void => void Object.assign(links, { base: to, shown }),
    /** The URL of a page outside `/v1`. */
    beside: (path: string): string => links.base.slice(0, -'/v1'.length) + path,
  }
  return links
}

/** A value, encoded for a URL. */
export const spelled = (value: unknown): string =>
  typeof value === 'bigint' || typeof value === 'number'
    ? String(value)
    : encodeURIComponent(String(value))

export const filledPath = (path: string, params: Readonly<Record<string, unknown>>): string => {
  let filled = path
  // An encoded value has no brace and no dollar sign.
  for (const name in params) filled = filled.replace(`{${name}}`, spelled(params[name]))
  return filled
}
