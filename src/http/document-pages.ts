import { openapiDocument, openapiJson } from '../api/openapi/document.ts'
import type { BaseUrls } from '../core/environments.ts'
import { jsonMediaType } from '../core/errors/error-schema.ts'
import { consolePages } from './console-pages.ts'
import { discoveryPages, type DiscoveryParts } from './discovery-pages.ts'
import type { Pages } from './page-router.ts'
import { referencePages } from './reference-pages.ts'
import { storedPage } from './stored-page.ts'

/** What the documents describe. */
export type DocumentParts = DiscoveryParts & {
  readonly baseUrls: () => BaseUrls
  /** Whether `/console` is there. */
  readonly console: boolean
}

/** The documents of the interface, and the console, by path. They and their files take 2 MB. */
export const documentPages = (parts: DocumentParts): Pages => {
  const { api, environment, links } = parts
  return {
    '/openapi.json': storedPage({
      type: jsonMediaType,
      body: () => openapiJson(openapiDocument(api, parts.baseUrls())),
    }),
    ...referencePages(api, environment, links),
    ...(parts.console && consolePages(environment)),
    ...discoveryPages(parts),
  }
}
