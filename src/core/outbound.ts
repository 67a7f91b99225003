/** Decides where the service may send requests of its own. */
export interface Outbound {
  /**
   * Why no request may ever go to a URL, as far as the URL alone tells; whether its host has only permitted addresses is
   * decided at each connection.
   *
   * @returns the rest of a sentence about the URL, like "must begin with https://"; undefined if one may go there
   */
  faultOf(url: URL): string | undefined
}
