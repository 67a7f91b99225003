import { openapiDocument, openapiJson } from '../api/openapi/document.ts'
import type { BaseUrls } from '../core/environments.ts'
import { jsonMediaType } from '../core/errors/render.ts'
import { consolePages } from './console-pages.ts'
import { discoveryPages, type DiscoveryParts } from './discovery-pages.ts'
import { cachedBody } from './kept-body.ts'
import type { Pages } from './page-router.ts'
import { referencePages } from './reference-pages.ts'

/** What the documents describe. */
export type DocumentParts = DiscoveryParts & {
  readonly baseUrls: () => BaseUrls
  /** Whether `/console` is there. */
  readonly console: boolean
}

/** The documents of the interface, and the console, by path. They and their files take 2 MB. */
export const documentPages = (parts: DocumentParts): Pages => {
  const { api, environment, links } = parts
  const openapi = cachedBody(() => openapiJson(openapiDocument(api, parts.baseUrls())))
  return {
    '/openapi.json': () => ({ status: 200, type: jsonMediaType, body: openapi() }),
    ...referencePages(api, environment, links),
    ...(parts.console && consolePages(environment)),
    ...discoveryPages(parts),
  }
}
