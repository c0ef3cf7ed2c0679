// What stands before the servers: HAProxy and nginx with the very files of deploy/, or our own balancer where
// neither is.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read } from '../project.ts'
import { openBalancer } from './balancer.ts'
import { freePort, paths, runProgram } from './programs.ts'

export type ProxyServer = { readonly url: string; readonly close: () => Promise<void> }
type Open = (servers: readonly string[]) => Promise<ProxyServer>

const portsOf = (urls: readonly string[]): string[] => urls.map(url => new URL(url).port)

/** The file as it stands, but for where it listens and where the servers are. */
function withPorts(file: string, port: number, servers: readonly string[]): string {
  const ports = portsOf(servers)
  const wanted = ['8080', '3001', '3002', '3003']
  for (const each of wanted) if (!file.includes(`127.0.0.1:${each}`)) throw new Error(`${each} is not in it`)
  return [String(port), ...ports].reduce(
    (text, own, index) => text.replace(`127.0.0.1:${wanted[index]}`, `127.0.0.1:${own}`),
    file,
  )
}

const openHaproxy =
  (path: string): Open =>
  async servers => {
    const folder = await mkdtemp(join(tmpdir(), 'rigwright-haproxy-'))
    const port = await freePort()
    const file = join(folder, 'haproxy.cfg')
    await writeFile(file, withPorts(read('deploy/haproxy.cfg'), port, servers))
    const program = await runProgram(path, ['-db', '-f', file], port)
    return {
      url: `http://127.0.0.1:${port}`,
      close: async () => {
        await program.end('SIGTERM')
        await rm(folder, { recursive: true, force: true })
      },
    }
  }

const openNginx =
  (path: string): Open =>
  async servers => {
    const folder = await mkdtemp(join(tmpdir(), 'rigwright-nginx-'))
    const port = await freePort()
    const file = join(folder, 'nginx.conf')
    // Its own folders are the system's, which are not ours.
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const own = kinds.map(kind => `${kind}_temp_path ${join(folder, kind)};`).join(' ')
    const text = withPorts(read('deploy/nginx.conf'), port, servers)
    await writeFile(file, text.replace('http {', `http { ${own}`))
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    const settings = `daemon off; pid ${join(folder, 'pid')}; ${user}`
    const program = await runProgram(path, ['-p', folder, '-c', file, '-e', 'stderr', '-g', settings], port)
    return {
      url: `http://127.0.0.1:${port}`,
      close: async () => {
        await program.end('SIGTERM')
        await rm(folder, { recursive: true, force: true })
      },
    }
  }

const { haproxy, nginx } = paths

/** Each by its name; without either of the real ones there is ours. */
export const PROXIES: readonly (readonly [string, Open])[] = [
  ...(haproxy === undefined ? [] : [['HAProxy', openHaproxy(haproxy)] as const]),
  ...(nginx === undefined ? [] : [['nginx', openNginx(nginx)] as const]),
  ...(haproxy === undefined && nginx === undefined ? [['a balancer', openBalancer] as const] : []),
]
