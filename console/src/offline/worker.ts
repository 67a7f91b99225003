// The service worker. It caches the files of one build, so that the console starts offline, and pictures of
// animals if the page wants that. It does not cache API responses; the page does.

/** The files of this build, relative to this script. The service prepends this list to the script. */
declare const files: readonly string[]

/** The part of the service worker scope that is used here; the compiler has no types for it. */
type Scope = {
  readonly registration: { readonly scope: string }
  readonly skipWaiting: () => Promise<void>
  readonly clients: { readonly claim: () => Promise<void> }
  readonly addEventListener: <Name extends 'install' | 'activate' | 'fetch'>(
    type: Name,
    listener: (
      event: Name extends 'fetch'
        ? { readonly request: Request; readonly respondWith: (answer: Promise<Response>) => void }
        : { readonly waitUntil: (work: Promise<unknown>) => void },
    ) => void,
  ) => void
}

const worker = self as unknown as Scope
const page = worker.registration.scope
/** The path of the files contains a hash of their contents. */
const [build = ''] = /[^/]+(?=\/[^/]+$)/.exec(files[0] ?? '') ?? []
const name = `${page} ${build}`

/** Milliseconds to wait for the page before the cached one is shown. */
const patience = 4_000

/**
 * Caches the files of this build. While several builds are being served, the page may be from another one:
 * then it tries again later.
 */
const keep = async (): Promise<void> => {
  const cache = await caches.open(name)
  await cache.addAll([page, ...files])
  const kept = await cache.match(page)
  if (!(await kept?.text())?.includes(build)) throw new Error('The page is of another build.')
  await worker.skipWaiting()
}

/** Deletes older builds, except the previous one: a page of it may be open and load files later. */
const tidy = async (): Promise<void> => {
  const names = await caches.keys()
  const older = names.filter((each) => each.startsWith(`${page} `) && each !== name).slice(0, -1)
  await Promise.all(older.map((each) => caches.delete(each)))
  await worker.clients.claim()
}

/**
 * Network first: the page from the service, so that a new build shows at once; the cached page if the service
 * does not respond.
 */
const readPage = async (request: Request): Promise<Response> => {
  try {
    const answer = await fetch(request.url, {
      cache: 'no-cache',
      // A proxy may redirect to its own sign-in page.
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    if (answer.status < 500) return answer
  } catch {
    // Falls back to the cached page.
  }
  return (await (await caches.open(name)).match(page)) ?? Response.error()
}

const readFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request))

/** The maximum number of cached pictures. */
const maxPictures = 200

/** Cache first: a picture never changes. Pictures are cached only while the page has opened a cache for them. */
const readPicture = async (request: Request): Promise<Response> => {
  const place = `pictures ${page}`
  if (!(await caches.has(place))) return await fetch(request)
  const cache = await caches.open(place)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    await cache.put(request, answer.clone())
    const oldest = (await cache.keys()).slice(0, -maxPictures)
    await Promise.all(oldest.map((each) => cache.delete(each)))
  }
  return answer
}

worker.addEventListener('install', (event) => event.waitUntil(keep()))
worker.addEventListener('activate', (event) => event.waitUntil(tidy()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = request.url.replace(/[?#].*/, '')
  if (url === page) event.respondWith(readPage(request))
  else if (url.startsWith(`${page}/`)) event.respondWith(readFile(request))
  else if (url.startsWith(new URL('photos/', page).href) && request.method === 'GET')
    event.respondWith(readPicture(request))
})
