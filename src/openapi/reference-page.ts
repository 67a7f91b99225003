import { catalogue, errorCodes } from '../errors/catalogue.ts'
import type { Environment } from '../keys/key-format.ts'
import type { Links } from '../links.ts'
import { getPetDeprecation } from '../pets/deprecation.ts'

/** The reference page: what the links of answers point to. */
export const referencePage = (environment: Environment, links: Links): string => {
  const errors = errorCodes.map((code) => {
    const { status, when, remedy } = catalogue[code]
    return `<dt id="error-${code}"><code>${code}</code> (${status})</dt><dd>${when} ${remedy}</dd>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pet Store Service, ${environment}</title>
<h1>Pet Store Service, ${environment}</h1>
<p>Base address: <code>${links.base}</code>. The whole interface: <a href="/openapi.json">openapi.json</a>.</p>
<h2 id="${getPetDeprecation.anchor}">Deprecated: GET /pets/{petId}</h2>
<p>Removed on 5 December 2030; from then on it answers 410. Use <code>GET /pets</code> with a
<code>status</code> filter instead.</p>
<h2>Error codes</h2>
<dl>
${errors.join('\n')}
</dl>
</html>
`
}
