/** Decides which addresses the service may call. */
export interface Outbound {
  /**
   * Why the service may not call a URL, judged by the URL alone. The addresses of its host are checked at each connection.
   *
   * @returns the rest of a sentence about the URL, like "must begin with https://"; undefined if it may be called
   */
  faultOf(url: URL): string | undefined
}
