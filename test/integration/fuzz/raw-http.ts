// Raw requests over keep-alive connections, without a client's normalization.

import { Agent, maxHeaderSize, request } from 'node:http'

export type RawRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

type RawResponse = { readonly status: number; readonly text: string }

const TIMEOUT_MS = 10_000

export type RawHttpClient = {
  readonly send: (asked: RawRequest) => Promise<RawResponse>
  readonly close: () => void
}

const isCut = ({ code = '' }: NodeJS.ErrnoException): boolean => ['ECONNRESET', 'EPIPE'].includes(code)

export function createRawHttpClient(url: string): RawHttpClient {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const once = ({ method, path, headers, body }: RawRequest): Promise<RawResponse> =>
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
          // An event stream never ends by itself.
          if (answer.headers['content-type']?.startsWith('text/event-stream')) {
            end()
            answer.destroy()
          }
        },
      )
      const timer = setTimeout(() => {
        sending.destroy()
        reject(new Error(`no answer within ${TIMEOUT_MS} ms`))
      }, TIMEOUT_MS)
      sending.on('error', error => {
        clearTimeout(timer)
        reject(error)
      })
      sending.end(body)
    })
  return {
    // The server may have closed a keep-alive connection just before its reuse.
    send: asked =>
      once(asked)
        .catch(error => (isCut(error) ? once(asked) : Promise.reject(error)))
        .catch(error => {
          // Later Node versions close the connection on a header this long while it is being sent, so the 431 is
          // lost.
          if (isCut(error) && asked.path.length > maxHeaderSize) return { status: 431, text: '' }
          throw error
        }),
    close: () => agent.destroy(),
  }
}
