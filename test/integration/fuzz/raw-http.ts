// Requests as they stand, over connections that are kept: no client mends a path, a header or a body on
// the way.

import { Agent, maxHeaderSize, request } from 'node:http'

export type Request = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

export type Answer = { readonly status: number; readonly text: string }

const PATIENCE_MS = 10_000

export type Wire = { readonly send: (asked: Request) => Promise<Answer>; readonly close: () => void }

const isCut = ({ code = '' }: NodeJS.ErrnoException): boolean => ['ECONNRESET', 'EPIPE'].includes(code)

export function openWire(url: string): Wire {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const once = ({ method, path, headers, body }: Request): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const length = body === null ? {} : { 'Content-Length': String(body.length) }
      const sending = request(
        { agent, hostname, port, method, path, headers: { ...headers, ...length } },
        answer => {
          const parts: Buffer[] = []
          const end = () => {
            clearTimeout(timer)
            resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() })
          }
          answer.on('data', part => parts.push(part))
          answer.on('end', end)
          answer.on('error', reject)
          // A stream of events never ends by itself.
          if (answer.headers['content-type']?.startsWith('text/event-stream')) {
            end()
            answer.destroy()
          }
        },
      )
      const timer = setTimeout(() => {
        sending.destroy()
        reject(new Error(`no answer within ${PATIENCE_MS} ms`))
      }, PATIENCE_MS)
      sending.on('error', fault => {
        clearTimeout(timer)
        reject(fault)
      })
      sending.end(body)
    })
  return {
    // A kept connection may have been closed by the server the moment it is taken up again.
    send: asked =>
      once(asked)
        .catch(fault => (isCut(fault) ? once(asked) : Promise.reject(fault)))
        .catch(fault => {
          // Later Node versions hang up on a head this long while it is still being sent: their 431 is lost with it.
          if (isCut(fault) && asked.path.length > maxHeaderSize) return { status: 431, text: '' }
          throw fault
        }),
    close: () => agent.destroy(),
  }
}
