/**
 * Node's HTTP module, without `import`: that would evaluate its `WebSocket` getter, which loads Node's web client and takes
 * a third of a thread's start-up time.
 */
export const http = process.getBuiltinModule('node:http')
