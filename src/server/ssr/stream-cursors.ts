// How far each live stream of a page had come before its questions were answered. From there on the page listens, and
// need not ask for everything again.

import { type Actor, isStaff } from '#domain/account/actor.ts'
import { DIRECTORY_FEED } from '#server/db/unit-of-work.ts'
import type { LiveFeeds } from '#server/live/change-feed.ts'
import type { PageQuery } from './page-manifest.ts'

/** `whose`: the account whose stream it is, or that it is the public's. */
export type StreamCursor = { readonly stream: string; readonly account: string; readonly version: number }

/** What the public list is shown from. */
const DIRECTORY_QUERIES = ['companies.list', 'companies.get']

/** To be asked before the questions are: what happens in between is told twice and never missed. */
export async function readStreamCursors(
  queries: readonly PageQuery[],
  actor: Actor,
  versionOf: LiveFeeds['versionOf'],
): Promise<readonly StreamCursor[]> {
  const isListed = queries.some(({ name }) => DIRECTORY_QUERIES.includes(name))
  const streams = [
    ...(isStaff(actor) ? [{ stream: '/api/live', account: actor.id, feed: actor.companyId }] : []),
    ...(isListed ? [{ stream: '/api/live/directory', account: 'public', feed: DIRECTORY_FEED }] : []),
  ]
  return Promise.all(
    streams.map(async ({ feed, ...stream }) => ({ ...stream, version: await versionOf(feed) })),
  )
}
