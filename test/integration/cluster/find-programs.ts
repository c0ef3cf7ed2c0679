// The programs of others that the fleet needs, as scripts/find-proxies.mjs found them.

import { type ChildProcess, spawn } from 'node:child_process'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type Found = { readonly paths: Readonly<Record<string, string | undefined>>; readonly libraries: string }

export const { paths, libraries }: Found = JSON.parse(
  process.env.FLEET_PROGRAMS ?? '{"paths":{},"libraries":""}',
)

const PATIENCE_MS = 20_000

export type Running = { readonly end: (signal: NodeJS.Signals) => Promise<void> }

/** Whether somebody takes a call there. */
const takesCalls = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const call = connect(port, '127.0.0.1')
    const answer = (takes: boolean) => {
      call.destroy()
      resolve(takes)
    }
    call.once('connect', () => answer(true)).once('error', () => answer(false))
  })

/** Starts it and waits until it takes calls at `port`. */
export async function runProgram(path: string, args: readonly string[], port: number): Promise<Running> {
  const env = { ...process.env, ...(libraries !== '' && { LD_LIBRARY_PATH: libraries }) }
  const child: ChildProcess = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const hear = (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-4000)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  child.on('error', fault => hear(Buffer.from(fault.message)))
  // Also when the test that started it fails before it could end it.
  process.once('exit', () => child.kill('SIGKILL'))
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  const giveUpAt = performance.now() + PATIENCE_MS
  while (!(await takesCalls(port))) {
    if (hasEnded() || performance.now() > giveUpAt) {
      child.kill('SIGKILL')
      throw new Error(`${path} does not take calls at ${port}:\n${said}`)
    }
    await sleep(50)
  }
  return {
    end: async signal => {
      if (hasEnded()) return
      const gone = new Promise(resolve => child.once('exit', resolve))
      child.kill(signal)
      await gone
    },
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
