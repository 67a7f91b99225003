import type { Refusal } from './errors/api-error.ts'

/** An uploaded picture, and the sizes to make of it. */
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

/** Decodes untrusted pictures and re-encodes them. */
export interface Images {
  /** Returns an image for each width, none enlarged. Throws ApiError `service_unavailable` if it cannot start now. */
  make(job: ImageJob): Promise<readonly MadeImage[] | Refusal>
}
