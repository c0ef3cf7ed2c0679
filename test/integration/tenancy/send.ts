import type { Member, World } from '../../support/test-app.ts'
import type { Ask } from './paths.ts'

export type Who = { readonly as?: Member; readonly headers?: Readonly<Record<string, string>> }

/** Asks over REST; `name` is a method and a path with holes, as in the OpenAPI document. */
export function send(
  world: World,
  name: string,
  { at = {}, query = {}, json, form }: Ask,
  who: Who,
): Promise<Response> {
  const [method = '', path = ''] = name.split(' ')
  const filled = path.replace(/\{(\w+)\}/g, (_, hole: string) => String(at[hole]))
  const asked = new URLSearchParams(query)
  return world.fetch(`/api${filled}${asked.size === 0 ? '' : `?${asked}`}`, {
    ...{ ...who, method },
    ...(json === undefined ? {} : { json }),
    ...(form === undefined ? {} : { body: form }),
  })
}
