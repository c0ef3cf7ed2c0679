// `npm start`: sets up what is missing, then becomes the server. One process, so signals and exit codes are the server's.

import { setUp } from './set-up.mjs'

await setUp()
const server = new URL('../dist/server/main.js', import.meta.url)
await import(server.href)
