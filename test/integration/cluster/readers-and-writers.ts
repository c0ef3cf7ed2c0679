// A company at work over several servers: pages that follow it, and people who write.

import { expect, vi } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createRetryingClient, type RetryingClient } from '../chaos/retrying-client.ts'
import { SseClient } from './sse-clients.ts'

/** Opens `count` pages, a few at a time, and waits until each is connected. */
export async function subscribeAll(
  url: string,
  cookies: readonly string[],
  count: number,
): Promise<SseClient[]> {
  const clients: SseClient[] = []
  while (clients.length < count) {
    const more = Math.min(50, count - clients.length)
    for (let each = 0; each < more; each += 1)
      clients.push(new SseClient(url, cookies[clients.length % cookies.length] ?? ''))
    await vi.waitFor(() => expect(clients.filter(({ from }) => from === null)).toEqual([]), {
      timeout: 60_000,
      interval: 20,
    })
  }
  return clients
}

/** Each has every version up to this one, once, in order. */
export async function expectAllEvents(clients: readonly SseClient[], version: number): Promise<void> {
  await expect
    .poll(() => clients.filter(({ last }) => last !== version).length, { timeout: 60_000, interval: 50 })
    .toBe(0)
  expect(clients.flatMap(({ errors }) => errors)).toEqual([])
  expect(clients.filter(({ from, count }) => (from ?? 0) + count !== version)).toEqual([])
}

type WriteLoad = {
  /** The ids of the created tickets. */
  readonly made: number[]
  readonly stop: () => Promise<void>
}

/** Each creates one ticket after the other, at one URL, and repeats those without a response. */
export function writeDuring(
  urls: readonly string[],
  cookie: string,
  count: number,
  pauseMs: number,
): WriteLoad {
  const made: number[] = []
  let isOver = false
  const write = async (caller: RetryingClient) => {
    while (!isOver) {
      const outcome = await caller.retryUntilDone(idempotencyKey =>
        caller.client.tickets.create({ ...june, jobs: [] }, { context: { idempotencyKey } }),
      )
      if (!outcome.isDone) throw new Error(`A ticket was refused: ${outcome.code} ${outcome.message}`)
      made.push((outcome.answer as { ticketId: number }).ticketId)
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
  const callers = Array.from({ length: count }, (_, index) =>
    createRetryingClient(String(index), cookie, () => urls[index % urls.length] ?? ''),
  )
  const writing = Promise.all(callers.map(write))
  writing.catch(() => {})
  return {
    made,
    stop: async () => {
      isOver = true
      await writing
    },
  }
}
