import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { optimisticUpdate } from './optimistic-update.ts'
import { createQueryClient } from './query-client.ts'

const queryKey = ['a number']
const more = (shown: number): number => shown + 1

test('an optimistic update of an unloaded query does nothing', () => {
  const queries = new QueryClient()
  expect(optimisticUpdate(queries, queryKey, more)).toBeUndefined()
  expect(queries.getQueryData(queryKey)).toBeUndefined()
})

test('a rollback keeps answers that arrived since', () => {
  const queries = new QueryClient()
  queries.setQueryData(queryKey, 1)
  const rollBack = optimisticUpdate(queries, queryKey, more)
  expect(queries.getQueryData(queryKey)).toBe(2)
  queries.setQueryData(queryKey, 9)
  rollBack?.()
  expect(queries.getQueryData(queryKey)).toBe(9)
})

test('several updates roll back in reverse order', () => {
  const queries = createQueryClient()
  const before = { lines: [{ number: 1 }], answer: 'none' }
  queries.setQueryData(queryKey, before)
  const first = optimisticUpdate<typeof before>(queries, queryKey, view => ({ ...view, answer: 'approved' }))
  const second = optimisticUpdate<typeof before>(queries, queryKey, view => ({ ...view, lines: [] }))
  second?.()
  expect(queries.getQueryData(queryKey)).toEqual({ ...before, answer: 'approved' })
  first?.()
  expect(queries.getQueryData(queryKey)).toEqual(before)
})

test('a refused update below another one causes a refetch', () => {
  const queries = new QueryClient()
  queries.setQueryData(queryKey, 1)
  const rollBack = optimisticUpdate(queries, queryKey, more)
  optimisticUpdate(queries, queryKey, more)
  rollBack?.()
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('a response requested before the update does not undo it', async () => {
  const queries = new QueryClient()
  queries.setQueryData(queryKey, 1)
  let arrive = (_: number): void => {}
  const request = queries.fetchQuery({
    queryKey,
    queryFn: () =>
      new Promise<number>(resolve => {
        arrive = resolve
      }),
  })
  optimisticUpdate(queries, queryKey, more)
  arrive(1)
  await request.catch(() => {})
  expect(queries.getQueryData(queryKey)).toBe(2)
})
