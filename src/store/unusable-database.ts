/** A database that cannot be used as it is. The message says why, and what to do. */
export class UnusableDatabase extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnusableDatabase'
  }
}
