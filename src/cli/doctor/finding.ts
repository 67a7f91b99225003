import type { Environment } from '../../core/environments.ts'

/** What a check came to. */
export type Finding = {
  readonly check: 'configuration' | 'node' | 'folder' | 'disk' | 'database' | 'port' | 'clock'
  /** Undefined where it concerns the whole. */
  readonly environment?: Environment
  readonly fine: boolean
  /** What was seen. */
  readonly message: string
  /** What to do about it; only where it is not fine. */
  readonly advice?: string
}

/** A finding that all is well, or that something is to be done. */
export const fine = (check: Finding['check'], message: string): Finding => ({
  check,
  fine: true,
  message,
})

export const trouble = (check: Finding['check'], message: string, advice: string): Finding => ({
  check,
  fine: false,
  message,
  advice,
})
