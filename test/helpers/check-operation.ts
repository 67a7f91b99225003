import { isBytes } from '../../src/base/schema/type.ts'
import type { Operation } from '../../src/kit/operation.ts'

/**
 * Checks that the kit enforces everything that the definition of an operation says.
 * @throws Error with what is wrong
 */
export const checkOperation = (operation: Operation): void => {
  for (const [isWrong, problem] of rules(operation)) {
    if (isWrong) throw new Error(`The operation ${operation.id} ${problem}.`)
  }
}

const rules = (
  operation: Operation,
): ReadonlyArray<readonly [isWrong: boolean, problem: string]> => {
  const { method, path, query, params, body, answers } = operation
  const { isPaged, isCacheable, unreadableParams } = operation
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const names = Object.keys(params?.properties ?? {})
  const parameters = Object.keys(query?.properties ?? {})
  const described = Object.entries(answers)
  return [
    [!/^(?:\/(?:[\w-]+|\{\w+\}))+$/.test(path), `has a path that cannot be routed: ${path}`],
    [inPath.join() !== names.join(), 'has other parameters in its path than in its schema'],
    [unreadableParams !== undefined && names.length === 0, 'has no parameters to be unreadable'],
    [body !== undefined && (method === 'GET' || method === 'DELETE'), `is a ${method} with a body`],
    [body?.mediaTypes.length === 0, 'takes a body of no media type'],
    [
      body !== undefined &&
        !isBytes(body.schema) &&
        body.mediaTypes.some((type) => !jsonType.test(type)),
      'takes a body that is not JSON',
    ],
    [described.length === 0, 'describes no answer'],
    [
      described.some(([status, { schema }]) => bodiless.has(status) && schema !== undefined),
      'has a body on an answer that never has one',
    ],
    [
      isPaged === true && !(parameters.includes('limit') && parameters.includes('cursor')),
      'is paged without limit and cursor',
    ],
    [
      isCacheable === true && (method !== 'GET' || names.length > 0),
      'keeps answers that no query tells apart',
    ],
  ]
}

const bodiless: ReadonlySet<string> = new Set(['204', '304'])

/** Lower case, without parameters. */
const jsonType = /^application\/(?:json|[\w.-]+\+json)$/
