import type { Attributes } from '@opentelemetry/api'
import type { Observe } from './observation.ts'
import type { TraceContext } from './trace-context.ts'

/** A span that has begun. If its trace is not sampled, nothing is kept of it. */
export type Span = {
  /** As the log shows it. */
  readonly trace: Omit<TraceContext, 'parentId'> & { spanId: string; parentId: string | undefined }
  /** The header for what it causes elsewhere. */
  readonly traceparent: string
  /** Runs work whose calls of the store and of the counters are its children. */
  run(work: () => void): void
  /** @param error why it failed, in one word */
  end(name: string, attributes: Attributes, error?: string): void
}

/** What traces are made with; there is none if nothing is traced. */
export type Tracing = {
  begin(kind: 'SERVER' | 'CLIENT', parent: TraceContext | undefined): Span
  /** Takes the observations that are spans, or end one. */
  readonly observe: Observe
  /** Sends what is left, for a bounded time. */
  close(): Promise<void>
}
