import type { Config } from '../../config/config.ts'
import { messageOf } from '../../core/errors/message-of.ts'
import { readKey } from '../../delivery/secret-key.ts'
import { secretKeyFile } from '../../storage/data-files.ts'
import { type Finding, fine, trouble } from './finding.ts'

/** Checks the key that seals the secrets of webhooks. Makes none. */
export const checkSecretKey = ({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Finding => {
  if (secretKey !== undefined) {
    return fine('key', 'PETSTORE_SECRET_KEY seals the secrets of webhooks.')
  }
  const path = secretKeyFile(dataDir)
  try {
    return readKey(path) === undefined
      ? fine('key', `${path} is not there yet; the first webhook makes it.`)
      : fine('key', `${path} seals the secrets of webhooks; keep a copy of it.`)
  } catch (error) {
    return trouble('key', messageOf(error), 'Until then no webhook can be made, and none is sent.')
  }
}
