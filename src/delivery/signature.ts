import { createHmac } from 'node:crypto'

/** What every secret begins with (Standard Webhooks 1.0, "Signature scheme"). The rest is base64. */
const prefix = 'whsec_'

/**
 * The headers that authenticate a message, by Standard Webhooks 1.0.
 *
 * @param secrets like `whsec_…`; each signs, so that a receiver may know either while a new one takes the place of another
 * @param id the same in every attempt
 * @param at when the attempt begins, in milliseconds since the Unix epoch; receivers refuse old ones
 */
export const signedHeaders = (
  secrets: readonly string[],
  id: string,
  at: number,
  body: string,
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
