/** A line of the audit log. It contains no secrets, and no names except those of system users. */
export type AuditEntry = {
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** The system user of a command, the id of the calling API key, or `service`. */
  readonly who: string
  /** What happened; the type of the event, if there is one. */
  readonly action: string
  /** What was changed, for example the id of a key. */
  readonly target: string
  readonly detail?: string | null | undefined
  /** The network address of a request, or the machine of a command. */
  readonly origin: string
}
