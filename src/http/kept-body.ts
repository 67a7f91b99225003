/**
 * A body that is made at the first request, when the listening address is known, and kept. As bytes, all answers share
 * it, and none copies it.
 */
export const cachedBody = (make: () => string): (() => Buffer) => {
  let body: Buffer | undefined
  return () => (body ??= Buffer.from(make()))
}
