import type { MemberName, TestApp } from '../test-app.ts'
import type { EndpointRequest } from './endpoint-cases.ts'

export type RequestIdentity = {
  readonly as?: MemberName
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a REST request; `name` is a method and a path with parameters, as in the OpenAPI document. */
export function send(
  app: TestApp,
  name: string,
  { at = {}, query = {}, json, form, bytes, headers }: EndpointRequest,
  who: RequestIdentity,
): Promise<Response> {
  const [method = '', path = ''] = name.split(' ')
  const filled = path.replace(/\{(\w+)\}/g, (_, hole: string) => String(at[hole]))
  const asked = new URLSearchParams(query)
  return app.fetch(`/api${filled}${asked.size === 0 ? '' : `?${asked}`}`, {
    ...who,
    headers: { ...headers, ...who.headers },
    method,
    ...(json === undefined ? {} : { json }),
    ...(form === undefined ? {} : { body: form }),
    ...(bytes === undefined ? {} : { body: bytes }),
  })
}
