import type { Outbound } from '../core/outbound.ts'

/**
 * Why a text that fits the schema of a URL is no address for a webhook.
 *
 * @returns the rest of a sentence that begins with the name of the field; undefined if it is one
 */
export const urlFault = (text: string, outbound: Outbound): string | undefined => {
  const url = URL.parse(text)
  if (url === null || url.hostname === '') return 'is no URL: its host or its port cannot be read'
  if (url.port === '0')
    return 'has the port 0, on which nothing listens; leave it out for the port 443'
  return outbound.faultOf(url)
}
