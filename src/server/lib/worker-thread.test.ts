import { expect, test } from 'vitest'
import { createWorkerThread, WorkerTimeoutError } from './worker-thread.ts'

/** Answers with the thread's id, or does what the message says. */
const SOURCE = `
const { parentPort, threadId } = require('node:worker_threads')
parentPort.on('message', message => {
  if (message === 'throw') throw new Error('from the thread')
  if (message === 'exit') process.exit(0)
  if (message === 'exit later') setTimeout(() => process.exit(0))
  if (message !== 'hang') parentPort.postMessage({ message, threadId })
})`

const startThread = ({ timeoutMs = 20_000, idleMs = 60_000 } = {}) =>
  createWorkerThread<string, { message: string; threadId: number }>(SOURCE, { timeoutMs, idleMs })

test('one thread answers each message in turn', async () => {
  const run = startThread()
  const answers = await Promise.all(['a', 'b', 'c'].map(message => run(message)))
  expect(answers.map(({ message }) => message)).toEqual(['a', 'b', 'c'])
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(1)
})

test('a thread with nothing to do ends, and the next message starts another', async () => {
  const run = startThread({ idleMs: 20 })
  const first = await run('a')
  await expect.poll(async () => (await run('b')).threadId).not.toBe(first.threadId)
})

test('a thread that ends by itself is replaced by the next message', async () => {
  const run = startThread()
  const first = await run('exit later')
  await expect.poll(async () => (await run('b')).threadId).not.toBe(first.threadId)
})

test.each([
  ['throw', 20_000, 'from the thread'],
  ['exit', 20_000, 'The worker thread exited without a result.'],
  ['hang', 1_000, new WorkerTimeoutError('The worker thread took too long.')],
])('after %s the next message is answered by another thread', async (message, timeoutMs, error) => {
  const run = startThread({ timeoutMs })
  const { threadId } = await run('a')
  const [failed, next] = [run(message), run('b')]
  await expect(failed).rejects.toThrow(error)
  expect((await next).threadId).not.toBe(threadId)
})
