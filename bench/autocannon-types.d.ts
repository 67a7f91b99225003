declare module 'autocannon' {
  /** The part of the package that the benchmark uses; it has no types of its own. */
  type Options = {
    readonly url: string
    readonly connections: number
    /** Seconds. */
    readonly duration: number
    readonly requests: ReadonlyArray<{
      readonly method: string
      readonly path: string
      readonly headers: Readonly<Record<string, string>>
      readonly body?: string
    }>
  }
  type Result = {
    readonly requests: { readonly total: number }
    readonly duration: number
    readonly latency: { readonly p50: number; readonly p99: number }
    readonly non2xx: number
  }
  const autocannon: (options: Options) => Promise<Result>
  export default autocannon
}
