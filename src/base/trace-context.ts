/** The caller's trace and span (W3C Trace Context, https://www.w3.org/TR/trace-context/). */
export type TraceContext = Readonly<NonNullable<ReturnType<typeof traceContextOf>>>

/** Version, trace id, parent id, flags. Fields that a later version adds are ignored. */
const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/

const versionZeroLength = 55
/** A later version may be longer. */
const maxLength = 512

/** Reads a `traceparent` header. An invalid one counts as missing (section 3.2.2), and so does a repeated one. */
export const traceContextOf = (header: string | string[] | undefined) => {
  if (typeof header !== 'string' || header.length > maxLength) return undefined
  const [, version, traceId, parentId, flags] = shape.exec(header) ?? []
  if (version === undefined || traceId === undefined || parentId === undefined) return undefined
  if (version === 'ff' || (version === '00' && header.length !== versionZeroLength))
    return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined
  return {
    traceId,
    parentId,
    /** Whether the caller records the trace. */
    sampled: (Number.parseInt(flags ?? '00', 16) & 1) === 1,
  }
}
