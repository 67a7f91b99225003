import assert from 'node:assert/strict'
import type { Json, TestApp } from './app.ts'
import { call, type Call } from './http.ts'

/** Sends a method, of the revision with `initialize`, to a path of an app. */
export const send = async (
  app: TestApp,
  method: string,
  params: object = {},
  { path = '/mcp', ...options }: Call & { path?: string } = {},
) => {
  const answer = await call(app.origin + path, {
    method: 'POST',
    key: app.key,
    body: { jsonrpc: '2.0', id: 7, method, params },
    ...options,
  })
  return { ...answer, json: answer.text === '' ? undefined : JSON.parse(answer.text) }
}

/** Calls a tool, and tells what came of it. */
export const use = async (app: TestApp, name: string, args: object = {}, options = {}) => {
  const params = { name, arguments: args }
  const { status, headers, json } = await send(app, 'tools/call', params, options)
  const { content = [], structuredContent, isError } = json.result ?? {}
  const text: string = content.map((each: { text: string }) => each.text).join('\n')
  // The text is the same, for clients that read no structured content.
  if (!isError && structuredContent) assert.deepEqual(JSON.parse(text), structuredContent)
  const remaining = Number(headers['x-ratelimit-remaining'])
  const value: Json = structuredContent
  return { status, isError: isError as boolean | undefined, text, value, remaining }
}

/** The metadata of each request of the stateless revision. @param more what the client can do */
export const meta = (more = {}) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': more,
  },
})

/** Sends a method of the stateless revision. */
export const sendStateless = async (
  app: TestApp,
  method: string,
  params: Record<string, unknown> = {},
  headers = {},
  path = '/mcp',
) => {
  const { name, uri = name } = params
  return await send(
    app,
    method,
    { ...meta(), ...params },
    {
      path,
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof uri === 'string' && { 'mcp-name': uri }),
        ...headers,
      },
    },
  )
}
