import { join } from 'node:path'
import { temporaryFolder } from '../helpers/app.ts'
import { openStorage } from '../helpers/storage.ts'
import { historyContract } from './request-history.ts'

historyContract({
  name: 'SQLite',
  open: async (t) => {
    const storage = openStorage(join(temporaryFolder(t), 'staging.sqlite'))
    t.after(() => storage.close())
    return storage.history
  },
})
