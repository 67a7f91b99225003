import type { AppParts } from '../../src/app.ts'
import { AddressRule } from '../../src/delivery/addresses.ts'
import { outboundBy } from '../../src/delivery/addresses.ts'
import { openSealer } from '../../src/delivery/secret-key.ts'

/** What an application needs for webhooks: its key is in the folder, and this machine may be called by http. */
export const outgoing = (dataDir: string): Pick<AppParts, 'sealer' | 'outbound'> => ({
  sealer: openSealer({ dataDir, secretKey: undefined }),
  outbound: outboundBy(new AddressRule({ allowed: ['127.0.0.0/8'], takesHttp: true })),
})
