import { catalogue, errorCodes } from '../base/errors/catalogue.ts'
import { guides } from '../http/documents.ts'
import type { Json } from '../kit/openapi/schemas.ts'
import { invalid, type Returned, shownTool } from './tool.ts'

/** The pages that agents read, by name: the reference and the guides, in Markdown. */
export const pagesWith = (reference: string): ReadonlyMap<string, string> =>
  new Map([
    ['reference', reference],
    ...guides.map(({ path, text }) => [path.replaceAll(/^.*\/|\.md$/g, ''), text] as const),
  ])

/** What the catalogue says of a code; undefined if it is none. */
export const explained = (name: unknown) => {
  const code = errorCodes.find((each) => each === name)
  return code && { code, ...catalogue[code] }
}

/** The five sections that have most of the words; one in the heading counts three times. */
const sectionsAbout = (pages: ReadonlyMap<string, string>, query: string) => {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  const scored = [...pages].flatMap(([name, page]) =>
    page.split(/^(?=#{2,3} )/m).map((text) => {
      const [heading = '', ...rest] = text.toLowerCase().split('\n')
      const parts = [heading, heading, heading, rest.join(' ')]
      const score = words.flatMap((word) => parts.filter((part) => part.includes(word))).length
      return { score, section: { uri: `petstore://docs/${name}`, text: text.slice(0, 1_500) } }
    }),
  )
  const best = scored.toSorted((one, other) => other.score - one.score).slice(0, 5)
  return { items: best.flatMap(({ score, section }) => (score > 0 ? section : [])) }
}

/** The tools that ask nothing under `/v1`. Each takes one text. */
export const documentTools = (pages: () => ReadonlyMap<string, string>) => {
  const tool = (name: string, about: string, output: Json, answer: (text: string) => Returned) => {
    const text = { type: 'string', minLength: 1, maxLength: 200 }
    const input = { properties: { text }, required: ['text'] }
    const ask = ({ text: given, ...more }: Json) =>
      typeof given === 'string' && /^.{1,200}$/su.test(given) && Object.keys(more).length === 0
        ? answer(given)
        : invalid('The only argument is text, of 1 to 200 characters.')
    return {
      name,
      access: 'read' as const,
      shown: shownTool(name, 'read', about, input, output),
      ask,
    }
  }
  return [
    tool(
      'explain_error',
      'Explain an error code.',
      { required: ['code', 'when', 'remedy'] },
      (code) => {
        const value = explained(code)
        return value ? { value } : invalid(`The codes are ${errorCodes.join(', ')}.`)
      },
    ),
    tool('search_docs', 'Search the documentation.', { required: ['items'] }, (query) => ({
      value: sectionsAbout(pages(), query),
    })),
  ]
}
