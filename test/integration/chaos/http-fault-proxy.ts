// A faulty connection: responses are lost, requests are sent twice or late. Each request uses its own connection.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from './seeded-random.ts'

export const HTTP_FAULTS = ['none', 'lost answer', 'sent twice', 'late', 'sent twice, lost answer'] as const
type HttpFault = (typeof HTTP_FAULTS)[number]

export type HttpFaultProxy = {
  readonly url: string
  /** Every complete response of the server under a key, in order, whether it arrived or not. */
  readonly answers: Map<string, string[]>
  readonly count: Map<HttpFault, number>
  readonly close: () => void
}

type Answer = Pick<IncomingMessage, 'statusCode' | 'headers'> & { readonly body: Buffer }

/** The status and the body; a stored response may have its fields in another order. */
const comparable = ({ statusCode, body }: Answer): string =>
  `${statusCode} ${String(body).split(/[{},]/).sort()}`

export async function startHttpFaultProxy(
  to: string,
  random: SeededRandom,
  share: number,
): Promise<HttpFaultProxy> {
  const answers: HttpFaultProxy['answers'] = new Map()
  const count: HttpFaultProxy['count'] = new Map()

  async function ask({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    const options = { method, headers: { ...headers, connection: 'close' }, agent: false } as const
    const sent = sendRequest(`${to}${url}`, options).end(body)
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    if (answer === undefined) throw new Error('There is no response.')
    return { statusCode: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const fault = random.next() < share ? random.pick(HTTP_FAULTS.slice(1)) : 'none'
    count.set(fault, (count.get(fault) ?? 0) + 1)
    if (fault === 'late') await sleep(random.below(200))
    const times = fault.startsWith('sent twice') ? 2 : 1
    const key = request.headers['idempotency-key']
    const forwardOnce = async () => {
      const answer = await ask(request, body)
      if (typeof key === 'string') answers.set(key, [...(answers.get(key) ?? []), comparable(answer)])
      return answer
    }
    const [answer] = await Promise.all(Array.from({ length: times }, forwardOnce))
    if (answer === undefined || fault.endsWith('lost answer')) request.socket.destroy()
    else response.writeHead(answer.statusCode ?? 0, answer.headers).end(answer.body)
  }

  const server = createServer((request, response) => {
    forward(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    count,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
