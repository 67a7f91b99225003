import { isIPv6 } from 'node:net'

/** `reg-name` of RFC 3986 section 3.2.2, which every IPv4 address is too; it may be empty. */
const registeredName = /^(?:[\w\-.~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/
/** `IPvFuture` of the same section. */
const futureAddress = /^v[0-9A-Fa-f]+\.[\w\-.~!$&'()*+,;=:]+$/i

/**
 * Whether a text is `uri-host [":" port]` (RFC 9110 section 7.2): no user information, no white space,
 * and a port that can be one. Clients send the same host again and again, so the last good one is kept.
 */
export const isHost = (text: string): boolean => {
  if (text === lastGood) return true
  const colon = text.lastIndexOf(':')
  const hasPort = colon > text.lastIndexOf(']')
  const name = hasPort ? text.slice(0, colon) : text
  if (hasPort && !isPort(text.slice(colon + 1))) return false
  const isGood =
    name.startsWith('[') && name.endsWith(']')
      ? isIPv6(name.slice(1, -1)) || futureAddress.test(name.slice(1, -1))
      : registeredName.test(name)
  if (isGood) lastGood = text
  return isGood
}

let lastGood = ''

/** The port may be empty (RFC 3986 section 3.2.3). */
const isPort = (text: string): boolean => /^\d{0,5}$/.test(text) && Number(text) <= 65_535
