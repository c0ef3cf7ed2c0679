// Three servers behind a proxy. Everyone gets every change, on any server, even when theirs is killed.

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { bluebonnet, rosa, sam, walt } from '#server/seed/demo-accounts.ts'
import { signIn } from '../chaos/retrying-client.ts'
import { type Cluster, startCluster, versionOf } from './cluster.ts'
import { PROXIES, type ProxyServer } from './proxies.ts'
import { expectAllEvents, subscribeAll, writeDuring } from './readers-and-writers.ts'

const CLIENTS = 500
const companyId = () => inject('postgres').filled.bluebonnet.owner.id

describe.each(PROXIES)('three servers behind %s', (_, open) => {
  let cluster: Cluster
  let proxy: ProxyServer
  let cookies: string[]
  beforeAll(async () => {
    cluster = await startCluster()
    proxy = await open(cluster.urls)
    const people = [bluebonnet.email, walt.email, rosa.email, sam.email]
    cookies = await Promise.all(people.map(email => signIn(proxy.url, email)))
  })
  afterAll(async () => {
    await proxy?.close()
    await cluster?.close()
  })

  test('announce every change to everyone, in order and without gaps, from any server', async () => {
    const followers = [
      ...(await subscribeAll(proxy.url, cookies, 12)),
      ...(await Promise.all(cluster.urls.map(url => subscribeAll(url, cookies, 4)))).flat(),
    ]
    const writers = writeDuring([...cluster.urls, proxy.url], cookies[0] ?? '', 8, 5)
    await expect.poll(() => writers.made.length, { timeout: 60_000 }).toBeGreaterThan(80)
    await writers.stop()
    const version = await versionOf(cluster, companyId())
    await expectAllEvents(followers, version)
    expect(followers.map(({ returns }) => returns)).toEqual(followers.map(() => 0))
    for (const follower of followers) follower.close()
  })

  test(`lose nothing when one is killed under ${CLIENTS} pages during changes`, async () => {
    const followers = await subscribeAll(proxy.url, cookies, CLIENTS)
    const doomed = cluster.servers[1] ?? expect.fail()
    const began = await Promise.all(
      cluster.servers.map(server => cluster.metric(server, 'rigwright_live_streams')),
    )
    // HAProxy notices a closed page at the next heartbeat, so there may be a few more.
    expect(began.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(CLIENTS)
    expect(Math.min(...began)).toBeGreaterThan(CLIENTS / 10)

    const writers = writeDuring([proxy.url], cookies[1] ?? '', 4, 40)
    await expect.poll(() => writers.made.length, { timeout: 60_000 }).toBeGreaterThan(10)
    await doomed.end('SIGKILL')
    const soFar = writers.made.length
    await expect.poll(() => writers.made.length - soFar, { timeout: 60_000 }).toBeGreaterThan(20)
    // It restarts meanwhile, and takes its share again.
    await doomed.start()
    const back = writers.made.length
    await expect.poll(() => writers.made.length - back, { timeout: 60_000 }).toBeGreaterThan(10)
    await writers.stop()

    const version = await versionOf(cluster, companyId())
    await expectAllEvents(followers, version)
    expect(new Set(writers.made).size).toBe(writers.made.length)
    expect(followers.filter(({ returns }) => returns > 0).length).toBeGreaterThan(CLIENTS / 10)
    for (const follower of followers) follower.close()
  })
})
