import type { Config } from '../config/config.ts'
import type { Environment } from '../keys/key-format.ts'

/** What the thread of an environment is started with. */
export type ThreadData = {
  readonly config: Config
  readonly environment: Environment
  /** The memory that the metrics of the environment are counted in. */
  readonly metrics: SharedArrayBuffer
}

/** What the thread tells the process. */
export type ThreadReport =
  | { readonly kind: 'listening'; readonly baseUrl: string; readonly firstKey: string | undefined }
  /** It could not start, and has let go of everything. The message is for the operator. */
  | { readonly kind: 'failed'; readonly message: string }

/** What the process tells the thread. */
export type ThreadCommand =
  /** Every environment listens: the addresses of all, for the OpenAPI document. */
  | { readonly kind: 'base_urls'; readonly baseUrls: Readonly<Record<Environment, string>> }
  /** `grace` is milliseconds in which new connections are still taken. */
  | { readonly kind: 'stop'; readonly reason: string; readonly grace: number }
