// What the page does around a request: it asks before it changes production, and gives creations a name.

/** Asks before a request changes production. Staging has no such dialog. */
export const askBeforeProduction = () => {
  const dialog = document.getElementById('ask')
  if (dialog === null) return
  let waiting
  let agreed
  const changing = ['post', 'put', 'patch', 'delete'].map((name) => `.opblock-${name}`).join(', ')
  // In the capturing phase, so before the library hears of the click.
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target.closest('.btn.execute')
      const operation = button?.closest(changing)
      if (!operation || button === agreed) return
      event.stopPropagation()
      waiting = button
      const summary = operation.querySelector('.opblock-summary')
      const part = (name) => summary.querySelector(`.opblock-summary-${name}`)?.textContent ?? ''
      // The library puts marks into a path for the browser to break lines at.
      document.getElementById('ask-what').textContent =
        `${part('method')} ${part('path').replaceAll('\u200b', '')}`
      dialog.showModal()
    },
    { capture: true },
  )
  document.getElementById('ask-no').addEventListener('click', () => dialog.close())
  document.getElementById('ask-yes').addEventListener('click', () => {
    dialog.close()
    agreed = waiting
    waiting.click()
    agreed = undefined
  })
}

/** 128 random bits. `crypto.randomUUID` is there on secure pages alone. */
const randomName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Gives each creation an `Idempotency-Key` of its own, unless somebody has typed one. */
export const nameCreations = (spec) => {
  const header = 'Idempotency-Key'
  const paths = Object.entries(spec.paths)
    .filter(([, { post }]) => post?.parameters?.some(({ name }) => name === header))
    .map(([path]) => new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
  return (request) => {
    const isCreation =
      request.method === 'POST' &&
      paths.some((path) => path.test(new URL(request.url, location.href).pathname))
    if (isCreation) request.headers[header] ??= randomName()
    return request
  }
}

/** The cursor of the next page, by the `Link` header of a page (RFC 8288). */
export const nextPageOf = (link) => {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(link ?? '') ?? []
  if (address === undefined) return undefined
  return new URL(address, location.href).searchParams.get('cursor') ?? undefined
}
