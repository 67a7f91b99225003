import { messageOf } from '../../core/errors/message-of.ts'

/** What the engine answers to a user or a password that it does not know. */
const refused = /^(?:WRONGPASS|NOAUTH|ERR AUTH|ERR invalid password)/

/** Why a certificate is not taken: codes of Node (`tls`), and of OpenSSL's verification. */
const untrusted =
  /^(?:ERR_TLS_CERT_ALTNAME_INVALID|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF))/

/** An error of a new connection, in a sentence for the operator if it is one that an operator can mend. */
export const inWords = (error: unknown): unknown => {
  const message = messageOf(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (refused.test(message)) {
    return new Error(`It refuses the user or the password (${message}).`, { cause: error })
  }
  if (untrusted.test(code)) {
    return new Error(
      `Its certificate is not trusted (${message}); ?ca= names a file of the authorities to trust.`,
      { cause: error },
    )
  }
  return error
}
