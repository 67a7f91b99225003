import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Bytes of the key: AES-256. */
export const sealingKeyBytes = 32

/** Reads a key: 64 hexadecimal digits, or 32 bytes in base64 (RFC 4648 section 4); undefined if the text is neither. */
export const sealingKeyOf = (text: string): Uint8Array | undefined => {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[A-Za-z\d+/]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

/** Encrypts short texts, so that access to the store alone does not reveal them. */
export type Sealer = ReturnType<typeof sealerWith>

const algorithm = 'aes-256-gcm'

/** Bytes of the nonce and of the tag, as NIST SP 800-38D recommends for GCM. */
const nonceBytes = 12
const tagBytes = 16

/** The version prefix of every sealed text. */
const form = '1:'

/** AES-256-GCM with random nonces, for at most 2^32 texts per key (NIST SP 800-38D, 8.3). Reads the 32-byte key at first use. */
export const sealerWith = (key: () => Uint8Array) => {
  let known: Uint8Array | undefined
  const keyNow = (): Uint8Array => (known ??= key())
  return {
    /** Seals a text for `about` (associated data), like `webhook:17`. Throws Error with advice if no key is usable. */
    seal: (text: string, about: string): string => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, keyNow(), nonce).setAAD(Buffer.from(about))
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return form + Buffer.concat(sealed).toString('base64')
    },
    /** Decrypts a text; undefined if it was sealed with another key or `about`, or was altered. Throws as `seal` does. */
    open: (sealed: string, about: string): string | undefined => {
      const bytes = Buffer.from(sealed.slice(form.length), 'base64')
      if (!sealed.startsWith(form) || bytes.length < nonceBytes + tagBytes) return undefined
      const nonce = bytes.subarray(0, nonceBytes)
      const decipher = createDecipheriv(algorithm, keyNow(), nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-tagBytes))
      try {
        const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        // The tag does not match: another key, another `about`, or other bytes.
        return undefined
      }
    },
  }
}
