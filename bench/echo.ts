import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Simulates a database at the other end of a connection: it answers each request of 100 bytes with 60 bytes. */
const sizes = { request: 100, answer: 60 } as const

const server = createServer((socket) => {
  socket.setNoDelay(true)
  let received = 0
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    const whole = Math.floor(received / sizes.request)
    received -= whole * sizes.request
    if (whole > 0) socket.write(Buffer.alloc(whole * sizes.answer))
  })
})
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
