// How far each live stream of a page had come before its questions were answered. From there on the page listens, and
// need not ask for everything again.

import { type Actor, isStaff } from '#domain/account/actor.ts'
import { DIRECTORY_FEED } from '#server/db/unit-of-work.ts'
import type { Live } from '#server/live/change-feed.ts'
import type { Question } from './page-manifest.ts'

/** `whose`: the account whose stream it is, or that it is the public's. */
export type Heard = { readonly stream: string; readonly whose: string; readonly version: number }

/** What the public list is shown from. */
const LISTED = ['companies.list', 'companies.get']

/** To be asked before the questions are: what happens in between is told twice and never missed. */
export async function heardBefore(
  questions: readonly Question[],
  actor: Actor,
  versionOf: Live['versionOf'],
): Promise<readonly Heard[]> {
  const isListed = questions.some(({ name }) => LISTED.includes(name))
  const streams = [
    ...(isStaff(actor) ? [{ stream: '/api/live', whose: actor.id, feed: actor.companyId }] : []),
    ...(isListed ? [{ stream: '/api/live/directory', whose: 'public', feed: DIRECTORY_FEED }] : []),
  ]
  return Promise.all(
    streams.map(async ({ feed, ...stream }) => ({ ...stream, version: await versionOf(feed) })),
  )
}
