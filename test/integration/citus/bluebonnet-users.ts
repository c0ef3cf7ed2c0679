// The people of Bluebonnet at work on a cluster.

import { bluebonnet, rosa, sam, walt } from '#server/seed/demo-accounts.ts'
import type { TestApp } from '../../support/test-app.ts'
import { type ConcurrentUsers, createConcurrentUsers } from '../chaos/concurrent-users.ts'
import { createRetryingClient, signIn } from '../chaos/retrying-client.ts'
import { createSeededRandom, seedOfRun } from '../chaos/seeded-random.ts'

/** Two at the desk and two in the bay. Their requests go to these servers in turn; all have the first one's database. */
export async function createBluebonnetUsers(name: string, ...servers: TestApp[]): Promise<ConcurrentUsers> {
  const [{ ids, url }] = servers as [TestApp]
  const people = [
    { id: ids.dana, email: bluebonnet.email, workplace: 'desk' },
    { id: ids.walt, email: walt.email, workplace: 'desk' },
    { id: ids.rosa, email: rosa.email, workplace: 'bay' },
    { id: ids.sam, email: sam.email, workplace: 'bay' },
  ] as const
  let turn = 0
  const nextUrl = () => {
    turn += 1
    return servers[turn % servers.length]?.url ?? url
  }
  const writers = await Promise.all(
    people.map(async ({ id, email, workplace }) => ({
      caller: createRetryingClient(id, await signIn(url, email), nextUrl),
      workplace,
    })),
  )
  return createConcurrentUsers(writers, [ids.rosa, ids.sam], createSeededRandom(seedOfRun(name)))
}
