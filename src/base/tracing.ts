import type { Attributes } from '@opentelemetry/api'
import type { Observe } from './observation.ts'
import type { TraceContext } from './trace-context.ts'

/** A started span. It is not recorded if its trace is not sampled. */
export type Span = {
  /** The ids that the log shows. */
  readonly trace: Omit<TraceContext, 'parentId'> & { spanId: string; parentId: string | undefined }
  /** The `traceparent` header for requests that the span causes elsewhere. */
  readonly traceparent: string
  /** Runs work; its calls to the store and to the counters become child spans. */
  run(work: () => void): void
  /** @param error why it failed, in one word */
  end(name: string, attributes: Attributes, error?: string): void
}

/** Creates spans. Absent if tracing is off. */
export type Tracing = {
  begin(kind: 'SERVER' | 'CLIENT', parent: TraceContext | undefined): Span
  /** Takes observations; some become spans, and some end one. */
  readonly observe: Observe
  /** Flushes the remaining spans within a bounded time. */
  close(): Promise<void>
}
