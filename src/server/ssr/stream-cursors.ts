// The version of each live stream before a page's queries ran. The page subscribes from there and does not have to
// fetch everything again.

import type { PageQuery } from '#contract/pages/page-queries.ts'
import { type Actor, isStaff } from '#domain/account/actor.ts'
import { DIRECTORY_FEED } from '#server/db/unit-of-work.ts'
import type { LiveFeeds } from '#server/live/live-feeds.ts'

/** `account` names the account whose stream it is, or says that it is public. */
export type StreamCursor = { readonly stream: string; readonly account: string; readonly version: number }

/** The queries that the directory stream keeps current. */
const DIRECTORY_QUERIES = ['companies.list', 'companies.get']

/** Read before the queries run, so that a change in between may arrive twice but is never missed. */
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
