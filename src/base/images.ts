import type { Refusal } from './errors/api-error.ts'

/** A picture that somebody sends, and the sizes in which it is wanted. */
export type ImageJob = {
  readonly bytes: Uint8Array
  readonly type: string
  /** The greatest width of each size, in pixels, the widest first. The greatest height is twice as much. */
  readonly widths: readonly number[]
}

/** A picture in one size: WebP, upright, without metadata. */
export type MadeImage = {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** Decodes pictures of unknown origin and writes them anew. */
export interface Images {
  /** It returns one for each width, none enlarged; it throws ApiError `service_unavailable` if it cannot begin now. */
  make(job: ImageJob): Promise<readonly MadeImage[] | Refusal>
}
