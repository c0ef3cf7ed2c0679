import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurnScheduler } from './turn-scheduler.ts'

test('a key with many tasks starts few in each turn, in order, and another key is not delayed', async () => {
  const started: string[] = []
  const schedule = createTurnScheduler(2)
  for (let index = 1; index <= 5; index += 1) schedule('flood', () => started.push(`flood ${index}`))
  schedule('other', () => started.push('other'))
  expect(started).toEqual(['flood 1', 'flood 2', 'other'])
  await nextTurn()
  schedule('flood', () => started.push('flood 6'))
  expect(started.slice(3)).toEqual(['flood 3', 'flood 4'])
  await nextTurn()
  await nextTurn()
  expect(started.slice(5)).toEqual(['flood 5', 'flood 6'])
})

test('a task that starts others starts few of them in its turn', async () => {
  const started: number[] = []
  const schedule = createTurnScheduler(1)
  const startNext = (index: number) =>
    schedule('flood', () => {
      started.push(index)
      if (index < 3) startNext(index + 1)
    })
  startNext(1)
  expect(started).toEqual([1])
  await nextTurn()
  expect(started).toEqual([1, 2])
  await nextTurn()
  expect(started).toEqual([1, 2, 3])
})
