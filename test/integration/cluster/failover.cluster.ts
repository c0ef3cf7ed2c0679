// Three servers behind a proxy. Everyone gets every change, on any server, even when theirs is killed.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { bluebonnet, rosa, sam, walt } from '#server/seed/demo-accounts.ts'
import { freePort } from '../../support/free-port.mjs'
import { read } from '../../support/repo-files.ts'
import { signIn } from '../chaos/retrying-client.ts'
import { startBalancer } from './balancer.ts'
import { type Cluster, startCluster, versionOf } from './cluster.ts'
import { expectAllEvents, subscribeAll, writeDuring } from './readers-and-writers.ts'
import { paths, runProgram } from './run-program.ts'

type ProxyServer = { readonly url: string; readonly close: () => Promise<void> }
type StartProxy = (servers: readonly string[]) => Promise<ProxyServer>

const portsOf = (urls: readonly string[]): string[] => urls.map(url => new URL(url).port)

/** The file with changed ports. */
function withPorts(file: string, port: number, servers: readonly string[]): string {
  const ports = portsOf(servers)
  const wanted = ['8080', '3001', '3002', '3003']
  for (const each of wanted) if (!file.includes(`127.0.0.1:${each}`)) throw new Error(`${each} is not in it`)
  return [String(port), ...ports].reduce(
    (text, own, index) => text.replace(`127.0.0.1:${wanted[index]}`, `127.0.0.1:${own}`),
    file,
  )
}

/** Runs a proxy with its file of deploy/, in its own folder. */
async function startProxy(
  path: string,
  file: string,
  servers: readonly string[],
  argsOf: (file: string, folder: string) => string[],
  change: (text: string, folder: string) => string = text => text,
): Promise<ProxyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'rigwright-proxy-'))
  const port = await freePort()
  const own = join(folder, 'settings')
  await writeFile(own, change(withPorts(read(file), port, servers), folder))
  const program = await runProgram(path, argsOf(own, folder), port)
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await program.end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const startHaproxy =
  (path: string): StartProxy =>
  servers =>
    startProxy(path, 'deploy/haproxy.cfg', servers, file => ['-db', '-f', file])

const startNginx =
  (path: string): StartProxy =>
  servers =>
    startProxy(
      path,
      'deploy/nginx.conf',
      servers,
      (file, folder) => {
        const user = process.getuid?.() === 0 ? 'user root;' : ''
        const settings = `daemon off; pid ${join(folder, 'pid')}; ${user}`
        return ['-p', folder, '-c', file, '-e', 'stderr', '-g', settings]
      },
      (text, folder) => {
        // Its default folders are the system's, which are not writable.
        const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        const own = kinds.map(kind => `${kind}_temp_path ${join(folder, kind)};`).join(' ')
        return text.replace('http {', `http { ${own}`)
      },
    )

const { haproxy, nginx } = paths

/** By name; our own without the real ones. */
const PROXIES: readonly (readonly [string, StartProxy])[] = [
  ...(haproxy === undefined ? [] : [['HAProxy', startHaproxy(haproxy)] as const]),
  ...(nginx === undefined ? [] : [['nginx', startNginx(nginx)] as const]),
  ...(haproxy === undefined && nginx === undefined ? [['a balancer', startBalancer] as const] : []),
]

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
