import type { Bucket } from '../bucket.ts'

/** Bytes of a packed bucket. */
export const bucketBytes = 28

/** The numbers of a bucket in their packed order: each an unsigned word of 4 bytes, the lowest byte first. */
export const packedFields = [
  'minute',
  'minuteUsed',
  'minuteRefused',
  'day',
  'dayUsed',
  'banEnds',
  'banLength',
] as const satisfies readonly (keyof Bucket)[]

/** The bucket as Valkey keeps it. */
export const packBucket = (bucket: Bucket): Buffer => {
  const bytes = Buffer.allocUnsafe(bucketBytes)
  let at = 0
  for (const field of packedFields) at = bytes.writeUInt32LE(bucket[field], at)
  return bytes
}

/** @param at where the bucket begins */
export const unpackBucket = (bytes: Buffer, at = 0): Bucket => ({
  minute: bytes.readUInt32LE(at),
  minuteUsed: bytes.readUInt32LE(at + 4),
  minuteRefused: bytes.readUInt32LE(at + 8),
  day: bytes.readUInt32LE(at + 12),
  dayUsed: bytes.readUInt32LE(at + 16),
  banEnds: bytes.readUInt32LE(at + 20),
  banLength: bytes.readUInt32LE(at + 24),
})
