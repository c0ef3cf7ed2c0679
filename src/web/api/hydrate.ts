// What the page would ask first came with it. Taken up before anything is drawn, so that it is not asked again.

import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Heard } from '#web/api/live/stream-cursor.ts'
import { directoryQuery, type FirstPage } from '#web/pages/public/companies/directory.ts'
import { api } from './client.ts'

export type FirstAnswer = {
  readonly name: string
  readonly input?: unknown
  readonly answer: { readonly json: unknown; readonly meta?: [] }
}

type Asked = { readonly queryKey: (options: { input: unknown }) => QueryKey }

/** Where the cache keeps what was answered to a name of the contract. */
function keyOf(name: string, input: unknown): QueryKey {
  const asked = name
    .split('.')
    .reduce<unknown>((branch, part) => (branch as Record<string, unknown>)[part], api)
  return (asked as Asked).queryKey({ input })
}

/** A page that the browser had kept may be of another day, or of before somebody signed in. */
const isKeptPage = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some(entry => (entry as PerformanceNavigationTiming).type === 'back_forward')

function takeOff<Told>(id: string): readonly Told[] {
  const block = document.getElementById(id)
  if (block === null || isKeptPage()) return []
  block.remove()
  return JSON.parse(block.textContent)
}

/** What came with the page, taken off it. */
export const answersOnPage = () => takeOff<FirstAnswer>('first-answers')

/** How far the live streams had come when it was answered. */
export const heardOnPage = () => takeOff<Heard>('heard')

export function takeUpAnswers(queries: QueryClient, answers: readonly FirstAnswer[]): void {
  const serializer = new StandardRPCJsonSerializer()
  for (const { name, input, answer } of answers) {
    const output = serializer.deserialize(answer.json, answer.meta ?? [])
    if (name === 'companies.list') {
      const pages = { pages: [output], pageParams: [null] }
      queries.setQueryData<unknown>(directoryQuery(input as FirstPage).queryKey, pages)
    } else if (name === 'my.tickets') {
      const first = { input: () => input as object, initialPageParam: undefined }
      const key = api.my.tickets.infiniteKey(first)
      queries.setQueryData<unknown>(key, { pages: [output], pageParams: [undefined] })
    } else queries.setQueryData<unknown>(keyOf(name, input), output)
  }
}
