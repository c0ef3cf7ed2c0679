import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { optimisticUpdate } from './optimistic-update.ts'
import { createQueryClient } from './query-client.ts'

const queryKey = ['a number']
const soon = <T>(answer: T): Promise<T> => new Promise(resolve => setTimeout(() => resolve(answer)))
const more = (shown: number): number => shown + 1

test('an optimistic update of an unloaded query does nothing', () => {
  const queries = new QueryClient()
  expect(optimisticUpdate(queries, queryKey, more)).toBeUndefined()
  expect(queries.getQueryData(queryKey)).toBeUndefined()
})

test('a rollback keeps answers that arrived since', () => {
  const queries = new QueryClient()
  queries.setQueryData(queryKey, 1)
  const settle = optimisticUpdate(queries, queryKey, more)
  expect(queries.getQueryData(queryKey)).toBe(2)
  queries.setQueryData(queryKey, 9)
  settle?.('refused')
  expect(queries.getQueryData(queryKey)).toBe(9)
})

test('several updates roll back in reverse order', () => {
  const queries = createQueryClient()
  const before = { lines: [{ number: 1 }], answer: 'none' }
  queries.setQueryData(queryKey, before)
  const first = optimisticUpdate<typeof before>(queries, queryKey, view => ({ ...view, answer: 'approved' }))
  const second = optimisticUpdate<typeof before>(queries, queryKey, view => ({ ...view, lines: [] }))
  second?.('refused')
  expect(queries.getQueryData(queryKey)).toEqual({ ...before, answer: 'approved' })
  first?.('refused')
  expect(queries.getQueryData(queryKey)).toEqual(before)
})

test('a refused update below another one causes a refetch after both', () => {
  const queries = new QueryClient()
  queries.setQueryData(queryKey, 1)
  const lower = optimisticUpdate(queries, queryKey, more)
  const upper = optimisticUpdate(queries, queryKey, more)
  lower?.('refused')
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(false)
  upper?.('confirmed')
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

test('another person’s change does not undo an update that is still on its way, and is shown after it', async () => {
  const queries = new QueryClient()
  let onServer = 1
  const observer = new QueryObserver(queries, { queryKey, queryFn: () => soon(onServer) })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => queries.getQueryData(queryKey)).toBe(1)
  const mine = optimisticUpdate(queries, queryKey, more)
  const alsoMine = optimisticUpdate(queries, queryKey, more)
  onServer = 10
  await queries.invalidateQueries({ queryKey })
  expect(queries.getQueryData(queryKey)).toBe(3)
  mine?.('confirmed')
  await queries.invalidateQueries({ queryKey })
  expect(queries.getQueryData(queryKey)).toBe(3)
  alsoMine?.('confirmed')
  await expect.poll(() => queries.getQueryData(queryKey)).toBe(10)
  stop()
})
