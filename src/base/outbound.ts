/** Decides which addresses the service may call. */
export interface Outbound {
  /**
   * Why the service may not call a URL, judged by the URL alone: the rest of a sentence, like "must begin with
   * https://"; undefined if it may. The addresses of its host are checked at each connection.
   */
  faultOf(url: URL): string | undefined
}
