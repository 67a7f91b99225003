// First: npm install @modelcontextprotocol/client
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const { PETSTORE_BASE_URL = 'http://127.0.0.1:8081/v1', PETSTORE_API_KEY } = process.env
const client = new Client(
  { name: 'example', version: '1.0.0' },
  // The stateless revision if the server speaks it, else the one before.
  { versionNegotiation: { mode: 'auto' } },
)
await client.connect(
  new StreamableHTTPClientTransport(new URL('../mcp', PETSTORE_BASE_URL + '/'), {
    requestInit: { headers: { Authorization: `Bearer ${PETSTORE_API_KEY}` } },
  }),
)

const { tools } = await client.listTools()
console.log(`tools: ${tools.map(({ name }) => name).join(', ')}`)

/** Calls a tool. */
const use = async (name: string, args: Record<string, unknown>) => {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
  const [first] = content
  return { isError, text: first?.type === 'text' ? first.text : '', value: structuredContent }
}

type Page = { items: Array<{ id: string }> }
const { items } = (await use('search_animals', { status: 'available', limit: 1 })).value as Page
const petId = items[0]?.id
await use('hold_animal', { petId })
console.log(`held: animal ${petId}`)
const again = await use('hold_animal', { petId })
if (again.isError) console.log(again.text.split(':')[0])
await client.close()
