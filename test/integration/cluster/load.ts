// A company at work over several servers: pages that follow it, and people who write.

import { expect, vi } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { type Caller, callerOf } from '../chaos/retrying-client.ts'
import { Follower } from './sse-clients.ts'

/** Opens `count` pages, a few at a time, and waits until each stands somewhere. */
export async function followAll(url: string, cookies: readonly string[], count: number): Promise<Follower[]> {
  const followers: Follower[] = []
  while (followers.length < count) {
    const more = Math.min(50, count - followers.length)
    for (let each = 0; each < more; each += 1)
      followers.push(new Follower(url, cookies[followers.length % cookies.length] ?? ''))
    await vi.waitFor(() => expect(followers.filter(({ from }) => from === null)).toEqual([]), {
      ...{ timeout: 60_000, interval: 20 },
    })
  }
  return followers
}

/** Every one of them has every version up to this one, once, in order. */
export async function expectWhole(followers: readonly Follower[], version: number): Promise<void> {
  await expect
    .poll(() => followers.filter(({ last }) => last !== version).length, { timeout: 60_000, interval: 50 })
    .toBe(0)
  expect(followers.flatMap(({ wrong }) => wrong)).toEqual([])
  expect(followers.filter(({ from, count }) => (from ?? 0) + count !== version)).toEqual([])
}

export type Writers = {
  /** The ids of the tickets that were made. */
  readonly made: number[]
  readonly stop: () => Promise<void>
}

/** Each writes one ticket after the other, at one address, and asks again where there was no answer. */
export function writeAlong(urls: readonly string[], cookie: string, count: number, pauseMs: number): Writers {
  const made: number[] = []
  let isOver = false
  const write = async (caller: Caller) => {
    while (!isOver) {
      const outcome = await caller.insist(idempotencyKey =>
        caller.client.tickets.create({ ...june, jobs: [] }, { context: { idempotencyKey } }),
      )
      if (!outcome.isDone) throw new Error(`A ticket was refused: ${outcome.code} ${outcome.message}`)
      made.push((outcome.answer as { ticketId: number }).ticketId)
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
  const callers = Array.from({ length: count }, (_, index) =>
    callerOf(String(index), cookie, () => urls[index % urls.length] ?? ''),
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
