declare module 'autocannon' {
  /** The part of the package that the benchmark uses; it has no types of its own. */
  type AutocannonRequest = {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  type Options = {
    readonly url: string
    readonly connections: number
    /** Seconds. */
    readonly duration: number
    readonly requests: readonly AutocannonRequest[]
    /** Called with each connection before it sends. */
    readonly setupClient: (client: {
      setRequests(requests: readonly AutocannonRequest[]): void
    }) => void
  }
  type Result = {
    readonly '2xx': number
    readonly duration: number
    readonly latency: { readonly p50: number; readonly p99: number }
    readonly non2xx: number
    readonly errors: number
    readonly timeouts: number
  }
  const autocannon: (options: Options) => Promise<Result>
  export default autocannon
}
