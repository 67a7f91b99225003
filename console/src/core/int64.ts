/** Parses a typed int64; undefined if it is not one. Surrounding spaces are ignored. */
export const readInt64 = (text: string): bigint | undefined => {
  const digits = text.trim().replace('−', '-')
  if (!/^-?\d{1,19}$/.test(digits)) return undefined
  const value = BigInt(digits)
  return BigInt.asIntN(64, value) === value ? value : undefined
}
