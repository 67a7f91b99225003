import { openSqliteStorage } from './storage.ts'

/** Opens a store for a thread that only reads it. It takes part in the same checks as the one that writes. */
export const openSqliteReading = openSqliteStorage
