// A port for a server that starts, or starts again, some time later.

import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections (Linux from 32768, others from 49152): those take any. */
const [FIRST, LAST] = [20_000, 32_000]

/** @param {number} port @returns {Promise<boolean>} */
const isFree = port =>
  new Promise(resolve => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port of the loopback address that nothing listens on now. @returns {Promise<number>} */
export async function freePort() {
  const port = randomInt(FIRST, LAST)
  return (await isFree(port)) ? port : freePort()
}
