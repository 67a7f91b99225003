/** Decides which addresses the service may call. */
export interface Outbound {
  /** Why a URL may not be called, as the rest of a sentence ("must begin with https://"); undefined if it may. Addresses are checked on connecting. */
  faultOf(url: URL): string | undefined
}
