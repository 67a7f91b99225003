import { catalogue, errorCodes } from '../base/errors/catalogue.ts'
import { guides } from '../http/documents.ts'
import { gone } from '../kit/row-changes.ts'
import { Type } from '../base/schema/type.ts'
import type { Json } from '../kit/openapi/schemas.ts'
import { invalid, type Returned, type Tool, toolOf } from './tool.ts'

/** The pages that agents read, by name: the reference and the guides, in Markdown. */
export const pagesWith = (reference: string): ReadonlyMap<string, string> =>
  new Map([
    ['reference', reference],
    ...guides.map(({ path, text }) => [path.replaceAll(/^.*\/|\.md$/g, ''), text] as const),
  ])

export const pageUri = (name: string): string => `petstore://docs/${name}`

/** Returns the catalogue's entry for an error code; undefined if there is no such code. */
export const explained = (name: unknown) => {
  const code = errorCodes.find((each) => each === name)
  return code && { code, ...catalogue[code] }
}

/** Returns the five sections that match most words of a query. A match in the heading counts three times. */
const sectionsAbout = (pages: ReadonlyMap<string, string>, query: string) => {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  const scored = [...pages].flatMap(([name, page]) =>
    page.split(/^(?=#{2,3} )/m).map((text) => {
      const [heading = '', ...rest] = text.toLowerCase().split('\n')
      const parts = [heading, heading, heading, rest.join(' ')]
      const score = words.flatMap((word) => parts.filter((part) => part.includes(word))).length
      return { score, section: { uri: pageUri(name), text: text.slice(0, 1_500) } }
    }),
  )
  const best = scored.toSorted((one, other) => other.score - one.score).slice(0, 5)
  return { items: best.flatMap(({ score, section }) => (score > 0 ? section : [])) }
}

/** The tools that make no request under `/v1`. */
export const documentTools = (pages: () => ReadonlyMap<string, string>): readonly Tool[] => [
  textTool('explain_error', 'Explain an error code', (code) => {
    const value = explained(code)
    return value ? { value } : invalid(`The codes are ${errorCodes.join(', ')}.`)
  }),
  textTool('search_docs', 'Search the documentation', (query) => ({
    value: sectionsAbout(pages(), query.slice(0, 200)),
  })),
]

/** Makes a tool that takes a text, like an operation with that parameter. */
const textTool = (name: string, summary: string, answer: (text: string) => Returned): Tool => {
  const query = Type.Object({ text: Type.String() })
  const like = { id: name, path: '', summary, description: '', query, answers: {}, handle: gone }
  const tool = toolOf({ ...like, method: 'GET', spendsQuota: false }, name)
  const ask = (args: Json) => {
    const asked = tool.ask(args)
    return 'code' in asked ? asked : answer(String(args['text']))
  }
  return { ...tool, ask }
}
