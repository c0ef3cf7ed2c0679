// A faulty connection: responses are lost, requests are sent twice or late. Each request uses its own connection.

import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '../seeded-random.ts'

export const HTTP_FAULTS = ['none', 'lost answer', 'sent twice', 'late', 'sent twice, lost answer'] as const
type HttpFault = (typeof HTTP_FAULTS)[number]

export type HttpFaultProxy = {
  readonly url: string
  /** Every complete response of the server under a key, in order, whether it arrived or not. */
  readonly answers: Map<string, string[]>
  readonly count: Map<HttpFault, number>
  readonly close: () => void
}

const HEAD_END = '\r\n\r\n'

/** Whether a request or response is complete. */
function isWhole(bytes: Buffer): boolean {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return false
  const head = bytes.subarray(0, headEnd).toString('latin1').toLowerCase()
  const body = bytes.subarray(headEnd + HEAD_END.length)
  const length = /content-length: (\d+)/.exec(head)?.[1]
  if (length !== undefined) return body.length >= Number(length)
  return head.includes('chunked') ? body.subarray(-5).toString('latin1') === '0\r\n\r\n' : true
}

/** The status and the body, without the request's id. */
function comparable(answer: Buffer): string {
  const text = answer.toString('utf8')
  const status = text.slice(9, 12)
  const body = text.slice(text.indexOf(HEAD_END) + HEAD_END.length)
  // A stored response may have its fields in another order.
  return `${status} ${body
    .slice(body.indexOf('{'), body.lastIndexOf('}') + 1)
    .split(/[{},]/)
    .sort()}`
}

export async function startHttpFaultProxy(
  to: string,
  random: SeededRandom,
  share: number,
): Promise<HttpFaultProxy> {
  const { hostname, port } = new URL(to)
  const answers: HttpFaultProxy['answers'] = new Map()
  const count: HttpFaultProxy['count'] = new Map()
  const sockets = new Set<Socket>()

  /** Forwards the request; resolves with the complete response. */
  const ask = (request: Buffer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const server = createConnection(Number(port), hostname)
      let got = Buffer.alloc(0)
      server.on('data', chunk => {
        got = Buffer.concat([got, chunk])
        if (!isWhole(got)) return
        server.destroy()
        resolve(got)
      })
      server.on('error', reject)
      server.write(request)
    })

  async function forward(client: Socket, request: Buffer): Promise<void> {
    const fault = random.next() < share ? random.pick(HTTP_FAULTS.slice(1)) : 'none'
    count.set(fault, (count.get(fault) ?? 0) + 1)
    if (fault === 'late') await sleep(random.below(200))
    const times = fault.startsWith('sent twice') ? 2 : 1
    const key = /idempotency-key: ([0-9a-f-]{36})/i.exec(request.subarray(0, 4000).toString('latin1'))?.[1]
    const forwardOnce = async () => {
      const answer = await ask(request)
      if (key !== undefined) answers.set(key, [...(answers.get(key) ?? []), comparable(answer)])
      return answer
    }
    const given = await Promise.all(Array.from({ length: times }, forwardOnce))
    if (fault.endsWith('lost answer')) client.destroy()
    else client.end(given.at(-1) ?? '')
  }

  const server = createServer(client => {
    sockets.add(client)
    let request = Buffer.alloc(0)
    let isSent = false
    client.on('error', () => {})
    client.on('close', () => sockets.delete(client))
    client.on('data', chunk => {
      request = Buffer.concat([request, chunk])
      if (isSent || !isWhole(request)) return
      isSent = true
      // One request per connection: the response says that it closes.
      const once = Buffer.from(
        request.toString('latin1').replace(/\r\nconnection: [^\r]*/i, '\r\nconnection: close'),
        'latin1',
      )
      forward(client, once).catch(() => client.destroy())
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    answers,
    count,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
