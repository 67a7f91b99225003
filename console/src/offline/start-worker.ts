import { beside, consoleAddress } from '../core/page.ts'

/** The one address that the policy of the page lets become a worker. */
const address = beside('console-worker.js')

/** What this needs of Trusted Types, for which the compiler has no types. */
type Factory = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: () => string },
  ) => { readonly createScriptURL: (text: string) => string }
}

/** Starts the worker, once. Pages that came without TLS have none: then the console works as long as it is connected. */
export const startWorker = async (): Promise<void> => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Factory }
  const policy = trustedTypes?.createPolicy('console-worker', { createScriptURL: () => address })
  if (!('serviceWorker' in navigator)) return
  const url = policy?.createScriptURL('') ?? address
  await navigator.serviceWorker.register(url, { scope: consoleAddress() })
}
