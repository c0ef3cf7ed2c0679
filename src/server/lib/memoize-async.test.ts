import { expect, test } from 'vitest'
import { memoizeAsync } from './memoize-async.ts'

test('a memoized task runs once for all callers', async () => {
  let times = 0
  const open = memoizeAsync(async () => {
    times += 1
    return { times }
  })
  expect(times).toBe(0)
  const [one, other] = await Promise.all([open(), open()])
  expect(one).toBe(other)
  expect(await open()).toBe(one)
  expect(times).toBe(1)
})

test('a failed memoized task runs again', async () => {
  let times = 0
  const open = memoizeAsync(async () => {
    times += 1
    if (times === 1) throw new Error('not yet')
    return times
  })
  await expect(Promise.all([open(), open()])).rejects.toThrow('not yet')
  expect(await open()).toBe(2)
})
