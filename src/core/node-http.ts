/**
 * Node's module for HTTP. An `import` reads everything that a module exports. To read the `WebSocket` of this one loads
 * Node's whole client for the web. That takes a third of the processor time in which a thread starts.
 */
export const http = process.getBuiltinModule('node:http')
