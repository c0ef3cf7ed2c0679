// One request over a keep-alive connection.

import { type Agent, request } from 'node:http'

type HttpRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type HttpResponse = { readonly status: number; readonly body: Buffer }

export function sendRequest(
  { method, url, headers, body }: HttpRequest,
  agent?: Agent,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      ...(agent && { agent }),
      headers:
        body === undefined
          ? headers
          : { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    sent.on('error', reject)
    sent.on('response', response => {
      const parts: Buffer[] = []
      response.on('data', part => parts.push(part))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }))
    })
    sent.end(body)
  })
}
