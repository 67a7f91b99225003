import { createServer } from 'node:http'
import { verifyWebhook, WebhookError } from 'petstore-client'

const secret = process.env['WEBHOOK_SECRET'] ?? ''
// A message may come twice. Store the ids of a day or two where you store your own data.
const seen = new Set<string>()

const server = createServer(async (request, response) => {
  let body = Buffer.alloc(0)
  try {
    for await (const part of request) {
      body = Buffer.concat([body, part])
      if (body.length > 65_536) throw new WebhookError('The body is too large.')
    }
    // The bytes as they came: JSON that was parsed and written again has another signature.
    const event = await verifyWebhook(secret, request.headers, body)
    const id = String(request.headers['webhook-id'])
    if (!seen.has(id)) console.log(event.type)
    seen.add(id)
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error instanceof WebhookError ? 400 : 500).end()
  }
})
server.listen(Number(process.env['PORT'] ?? 3000))
