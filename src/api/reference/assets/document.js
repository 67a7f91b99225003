// The OpenAPI document, as the reference page reads it.

/** Said once for all answers, in the section on quotas, and so not again with each. */
const onEveryAnswer = /^(X-RateLimit-.*|RateLimit.*|X-Request-Id)$/

/**
 * Reads the document for showing. A bound that a double cannot hold is left out, rather than shown
 * wrong: the descriptions of those fields say it in words. So are HEAD and OPTIONS, and the headers
 * of every answer, of which the page says that they are everywhere.
 */
export const readDocument = (text) => {
  const spec = JSON.parse(text, (name, item) => {
    if (Number.isInteger(item) && !Number.isSafeInteger(item)) return undefined
    if (name !== 'headers') return item
    return Object.fromEntries(
      Object.entries(item).filter(([header]) => !onEveryAnswer.test(header)),
    )
  })
  for (const path of Object.values(spec.paths)) {
    delete path.head
    delete path.options
    // Swagger UI has no field for an item with a format, and complains of it; the description names the format.
    for (const { parameters = [] } of Object.values(path)) {
      for (const { schema } of parameters) delete schema.items?.format
    }
  }
  return spec
}

/** What a reference within the document names, as in `#/components/schemas/Pet` (RFC 6901). */
const named = (spec, reference) =>
  reference
    .slice(2)
    .split('/')
    .reduce((item, name) => item[name.replaceAll('~1', '/').replaceAll('~0', '~')], spec)

/** The value with what its references name in their places; a reference within itself stays. */
export const withoutReferences = (spec, value, within = []) => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutReferences(spec, item, within))
  const reference = value.$ref
  if (typeof reference !== 'string') {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, withoutReferences(spec, item, within)]),
    )
  }
  if (within.includes(reference)) return value
  return withoutReferences(spec, named(spec, reference), [...within, reference])
}

/** The operation of a method and a path, with its references followed. */
export const operationAt = (spec, path, method) =>
  withoutReferences(spec, spec.paths[path][method.toLowerCase()])
