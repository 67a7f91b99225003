/** A database that cannot be used as it is. The message says why, and what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}

/** @throws UnusableDatabase if the schema of a store is newer than this version knows */
export const refuseNewerSchema = (name: string, version: number, newest: number): void => {
  if (version <= newest) return
  throw new UnusableDatabase(
    `${name} was made by a newer version of petstore (schema ${version}, this one knows ${newest}). ` +
      'It was left as it is; start the newer version.',
  )
}

/** The service of the older version may run on it, and could never be started again on a newer schema. */
export const olderSchema = (name: string, version: number, newest: number): UnusableDatabase =>
  new UnusableDatabase(
    `${name} is of an older version of petstore (schema ${version}, this one needs ${newest}). ` +
      'It was left as it is; restart the service with this version, which brings it up to date, and try again.',
  )
