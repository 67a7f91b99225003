/** A database that cannot be used in its present state. The message says why, and what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}

/** @throws UnusableDatabase if the schema of a store is newer than this version knows */
export const refuseNewerSchema = (name: string, version: number, newest: number): void => {
  if (version <= newest) return
  throw new UnusableDatabase(
    `${name} was made by a newer version of petstore (schema ${version}, this one knows ${newest}). ` +
      'It was not changed; start the newer version.',
  )
}

/** The older version may be running on this database, and could not start again after a migration. */
export const olderSchema = (name: string, version: number, newest: number): UnusableDatabase =>
  new UnusableDatabase(
    `${name} is of an older version of petstore (schema ${version}, this one needs ${newest}). ` +
      'It was not changed; restart the service with this version, which brings it up to date, and try again.',
  )
