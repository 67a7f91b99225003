/** An `import` would evaluate the getter of `WebSocket` and load Node's web client: a third of a thread's start-up time. */
export const http = process.getBuiltinModule('node:http')
