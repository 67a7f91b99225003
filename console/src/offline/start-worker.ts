import { beside, consoleAddress } from '../core/page.ts'

/** The only URL that the page's Trusted Types policy allows as a worker. */
const address = beside('console-worker.js')

/** The part of Trusted Types that is used here; the compiler has no types for it. */
type Factory = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: () => string },
  ) => { readonly createScriptURL: (text: string) => string }
}

/** Starts the service worker. Pages loaded without TLS have none, so there the console only works online. */
export const startWorker = async (): Promise<void> => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Factory }
  const policy = trustedTypes?.createPolicy('console-worker', { createScriptURL: () => address })
  if (!('serviceWorker' in navigator)) return
  const url = policy?.createScriptURL('') ?? address
  await navigator.serviceWorker.register(url, { scope: consoleAddress() })
}
