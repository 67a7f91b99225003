// Runs beside the page: it keeps the files of one build, so that the console starts without a connection, and pictures of
// animals if the page wants that. It keeps no answer of the interface: those are the page's.

/** The files of this build, beside this script. The service writes them before it. */
declare const files: readonly string[]

/** What this needs of the scope of a service worker, for which the compiler has no types. */
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
/** The path of all files has a hash of their contents. */
const [build = ''] = /[^/]+(?=\/[^/]+$)/.exec(files[0] ?? '') ?? []
const name = `${page} ${build}`

/** Milliseconds until a page that does not come is shown as it was kept. */
const patience = 4_000

/** Keeps the files of this build. While several builds are served, the page may be of another: then it tries again later. */
const keep = async (): Promise<void> => {
  const cache = await caches.open(name)
  await cache.addAll([page, ...files])
  const kept = await cache.match(page)
  if (!(await kept?.text())?.includes(build)) throw new Error('The page is of another build.')
  await worker.skipWaiting()
}

/** Drops older builds, but the last: a page of it may be open, and loads some files later. */
const tidy = async (): Promise<void> => {
  const names = await caches.keys()
  const older = names.filter((each) => each.startsWith(`${page} `) && each !== name).slice(0, -1)
  await Promise.all(older.map((each) => caches.delete(each)))
  await worker.clients.claim()
}

/** The page as the service has it, so that a new build is seen at once; as it was kept, if the service does not answer. */
const readPage = async (request: Request): Promise<Response> => {
  try {
    const answer = await fetch(request.url, {
      cache: 'no-cache',
      // A proxy may lead to its own page of signing in.
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    if (answer.status < 500) return answer
  } catch {
    // It is shown as it was kept.
  }
  return (await (await caches.open(name)).match(page)) ?? Response.error()
}

const readFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request))

/** Pictures that are kept at most. */
const maxPictures = 200

/** A picture never changes. It is kept while the page wants that, which then has made a place for it. */
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
