// The third-party programs of the cluster tests, as found by scripts/test-cluster.mjs.

import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess, hasExited } from '../../support/server-process.mjs'

type FoundPrograms = {
  readonly paths: Readonly<Record<string, string | undefined>>
  readonly libraries: string
}

const found: FoundPrograms = JSON.parse(process.env.CLUSTER_PROGRAMS ?? '{"paths":{},"libraries":""}')
export const { paths } = found

const START_TIMEOUT_MS = 20_000

export type RunningProgram = { readonly end: (signal: NodeJS.Signals) => Promise<void> }

/** Whether something accepts connections there. */
const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const call = connect(port, '127.0.0.1')
    const answer = (takes: boolean) => {
      call.destroy()
      resolve(takes)
    }
    call.once('connect', () => answer(true)).once('error', () => answer(false))
  })

/** Starts it and waits until it accepts connections at `port`. */
export async function runProgram(
  path: string,
  args: readonly string[],
  port: number,
): Promise<RunningProgram> {
  const env = { ...process.env, ...(found.libraries !== '' && { LD_LIBRARY_PATH: found.libraries }) }
  const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const hear = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-4000)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  child.on('error', error => hear(Buffer.from(error.message)))
  // Even if the test fails before it could end it.
  process.once('exit', () => child.kill('SIGKILL'))
  const giveUpAt = performance.now() + START_TIMEOUT_MS
  while (!(await acceptsConnections(port))) {
    if (hasExited(child) || performance.now() > giveUpAt) {
      child.kill('SIGKILL')
      throw new Error(`${path} does not take calls at ${port}:\n${output}`)
    }
    await sleep(50)
  }
  return { end: signal => endProcess(child, signal) }
}
