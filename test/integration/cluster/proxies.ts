// The proxies: HAProxy and nginx with the files of deploy/, or our own balancer without them.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.mjs'
import { read } from '../../support/repo-files.ts'
import { startBalancer } from './balancer.ts'
import { paths, runProgram } from './run-program.ts'

export type ProxyServer = { readonly url: string; readonly close: () => Promise<void> }
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
export const PROXIES: readonly (readonly [string, StartProxy])[] = [
  ...(haproxy === undefined ? [] : [['HAProxy', startHaproxy(haproxy)] as const]),
  ...(nginx === undefined ? [] : [['nginx', startNginx(nginx)] as const]),
  ...(haproxy === undefined && nginx === undefined ? [['a balancer', startBalancer] as const] : []),
]
