import { describe, expect, test } from 'vitest'
import { perProcess, totalConnections } from '#server/db/connection-budget.ts'
import { parseWorkerCount } from './start-and-stop.ts'
import { restartDelay } from './worker-pool.ts'

describe('--workers', () => {
  test.each([
    [[], null],
    [['--demo'], null],
    [['--workers', '1'], 1],
    [['--demo', '--workers', '64'], 64],
    [['--workers=4', '--demo'], 4],
  ])('%j starts %j', (args, count) => expect(parseWorkerCount(args)).toBe(count))

  test.each([
    [['--workers', '0'], 'is "0"'],
    [['--workers', '-1'], 'is "-1"'],
    [['--workers=65'], 'is "65"'],
    [['--workers=1e9'], 'is "1e9"'],
    [['--workers', '2.5'], 'is "2.5"'],
    [['--workers', 'two'], 'is "two"'],
    [['--workers='], 'is ""'],
    [['--workers'], 'has no number'],
  ])('%j is refused with a message', (args, problem) => {
    const sentence = `--workers ${problem}; it must be a whole number from 1 to 64, such as --workers 4: one per CPU core.`
    expect(() => parseWorkerCount(args)).toThrow(new Error(sentence))
  })
})

test('a worker that keeps exiting waits longer each time, and one that ran for a while does not', () => {
  const pauses = Array.from({ length: 8 }).reduce<number[]>(
    waits => [...waits, restartDelay(100, waits.at(-1) ?? 0)],
    [],
  )
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(restartDelay(10_000, 30_000)).toBe(0)
})

describe("workers divide the database's connections", () => {
  test.each([
    [97, 1, 12],
    [97, 4, 12],
    [97, 8, 8],
    [97, 14, 3],
    [97, 64, -2],
  ])('%i for %i are %i each', (free, workers, each) => expect(perProcess(free, workers)).toBe(each))

  test('and the embedded database allows each as many as a single server', () => {
    for (let workers = 1; workers <= 64; workers += 1)
      expect(perProcess(totalConnections(workers) - 3, workers)).toBe(12)
  })
})
