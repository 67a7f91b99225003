import { join } from 'node:path'
import { orders } from '../../src/resources/orders/table.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { openStorage } from '../helpers/storage.ts'
import { historyContract, now } from './request-history.ts'

const anyCount = { table: orders, where: { ownerId: 'key_1', status: 'placed' }, max: 1 }

historyContract({
  name: 'SQLite',
  open: async (t) => {
    const storage = openStorage(join(temporaryFolder(t), 'staging.sqlite'))
    t.after(() => storage.close())
    return {
      history: storage.history,
      deprecatedCalls: async (ownerId) =>
        (await storage.keySummaries.of(ownerId, anyCount, now)).deprecatedCalls,
    }
  },
})
