import { describe, expect, test } from 'vitest'
import { createKeyedLimiter, createLimiter } from './limiter.ts'

/** Tasks that end on command; `begun` has those that have started. */
function tasks() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const task = (name: string) => () =>
    new Promise<string>(resolve => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  return { begun, task, end: (name: string) => ends.get(name)?.() }
}

describe('a queue with limited concurrency', () => {
  test('runs as many as allowed, the others in order', async () => {
    const { begun, task, end } = tasks()
    const inTurn = createLimiter(2)
    const all = ['a', 'b', 'c', 'd'].map(name => inTurn(task(name)))
    expect(begun).toEqual(['a', 'b'])
    end('b')
    await all[1]
    await Promise.resolve()
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const name of ['a', 'c']) end(name)
    await Promise.all([all[0], all[2]])
    end('d')
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('never starts aborted tasks, and they use no slot', async () => {
    const { begun, task, end } = tasks()
    const inTurn = createLimiter(1)
    const leaving = new AbortController()
    const first = inTurn(task('first'))
    const gone = inTurn(task('gone'), leaving.signal)
    const last = inTurn(task('last'))
    leaving.abort('left')
    await expect(gone).rejects.toBe('left')
    await expect(inTurn(task('gone'), leaving.signal)).rejects.toBe('left')
    end('first')
    await first
    await Promise.resolve()
    end('last')
    expect(await last).toBe('last')
    expect(begun).toEqual(['first', 'last'])
  })
})

describe('a queue per key', () => {
  test('runs tasks of one key in order, and other keys in between', async () => {
    const { begun, task, end } = tasks()
    const inTurn = createKeyedLimiter(1)
    const mine = [1, 2, 3].map(count => inTurn('mine', task(`mine ${count}`)))
    const theirs = inTurn('theirs', task('theirs'))
    for (const name of ['mine 1', 'theirs', 'mine 2', 'mine 3']) {
      await expect.poll(() => begun.at(-1)).toBe(name)
      end(name)
    }
    await Promise.all([...mine, theirs])
    expect(begun).toEqual(['mine 1', 'theirs', 'mine 2', 'mine 3'])
  })

  test('continues after a failed task', async () => {
    const inTurn = createKeyedLimiter(1)
    const failing = inTurn('mine', () => Promise.reject(new Error('no ink')))
    const next = inTurn('mine', async () => 'drawn')
    await expect(failing).rejects.toThrow('no ink')
    expect(await next).toBe('drawn')
  })
})
