// The processes behind one port, and how their number is kept: one that ends is started again, the sooner the
// longer it worked.

import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/lib/logger.ts'
import type { Place, Told } from './worker-messages.ts'

/** One that ends sooner than this after it began has failed once more. */
const SOUND_AFTER_MS = 10_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** Longer than a worker lets its requests finish. */
const PATIENCE_MS = 15_000
const COUNT_MS = 2000

export type Crew = {
  readonly url: string
  /** How many serve just now. */
  readonly size: () => number
  /** The figures of each that answers. */
  readonly count: () => Promise<(readonly object[])[]>
  readonly close: () => Promise<void>
}

type CrewOptions = {
  readonly size: number
  /** What each is told, but its number and where it listens. */
  readonly place: Omit<Place, 'slot' | 'port'>
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  readonly log: Pick<Log, 'fault' | 'note'>
}

/** The wait before the next start of one that worked for `workedMs`, after a wait of `last`. */
export const pauseAfter = (workedMs: number, last: number): number =>
  workedMs >= SOUND_AFTER_MS ? 0 : Math.min(Math.max(FIRST_PAUSE_MS, last * 2), LONGEST_PAUSE_MS)

/** One port for all, also for who comes later. */
async function portOn(host: string, wanted: number): Promise<number> {
  if (wanted !== 0) return wanted
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Opens all of them; rejects with the sentence of the first that cannot. */
export async function openCrew({ size, place, host, port, log }: CrewOptions): Promise<Crew> {
  const ending = new AbortController()
  const { signal } = ending
  const at = await portOn(host, port)
  const serving = new Map<number, Worker>()
  const keeping: Promise<void>[] = []
  const processes = new Set<Worker>()

  /** Answers with where it is, once it serves; rejects when it ends before that. */
  function begin(slot: number): { worker: Worker; opened: Promise<string> } {
    const worker = cluster.fork()
    processes.add(worker)
    worker.once('exit', () => processes.delete(worker))
    // What goes wrong with it ends it, and that is heard.
    worker.on('error', () => {})
    const opened = new Promise<string>((resolve, reject) => {
      worker.on('message', (told: Told) => {
        if (told.told === 'here') worker.send({ order: 'open', place: { ...place, slot, port: at } })
        if (told.told === 'failed') reject(new Error(told.sentence))
        if (told.told !== 'open') return
        serving.set(slot, worker)
        resolve(told.url)
      })
      worker.once('exit', (code, by) => reject(new Error(`A worker ended with ${by ?? code}.`)))
    })
    opened.catch(() => {})
    return { worker, opened }
  }

  async function keep(slot: number, first: Worker): Promise<void> {
    let worker = first
    for (let pause = 0; ; ) {
      const since = performance.now()
      const [code, by] = worker.isDead() ? [worker.process.exitCode, null] : await once(worker, 'exit')
      serving.delete(slot)
      if (signal.aborted) return
      pause = pauseAfter(performance.now() - since, pause)
      const again = pause === 0 ? 'at once' : `in ${pause / 1000} s`
      log.fault(`Worker ${slot} ended unexpectedly (${by ?? code}); it is started again ${again}.`)
      await sleep(pause, null, { signal }).catch(() => {})
      if (signal.aborted) return
      const next = begin(slot)
      worker = next.worker
      next.opened.then(
        () => log.note(`Worker ${slot} serves again.`),
        fault => log.fault(`Worker ${slot} could not be started: ${fault.message}`),
      )
    }
  }

  async function close(): Promise<void> {
    ending.abort()
    const gone = [...processes].map(worker => once(worker, 'exit'))
    for (const worker of processes) if (worker.isConnected()) worker.send({ order: 'close' })
    const patience = new AbortController()
    const late = sleep(PATIENCE_MS, null, { signal: patience.signal }).catch(() => {})
    await Promise.race([Promise.all(gone), late])
    patience.abort()
    for (const worker of processes) worker.process.kill('SIGKILL')
    await Promise.all([...gone, ...keeping])
  }

  async function count(worker: Worker): Promise<readonly object[] | null> {
    const answer = new AbortController()
    const late = sleep(COUNT_MS, null, { signal: answer.signal }).catch(() => null)
    const counted = new Promise<readonly object[]>(resolve => {
      const hear = (told: Told) => void (told.told === 'counted' && resolve(told.figures))
      worker.on('message', hear)
      answer.signal.addEventListener('abort', () => worker.off('message', hear))
    })
    worker.send({ order: 'count' })
    return Promise.race([counted, late]).finally(() => answer.abort())
  }

  try {
    const all = Array.from({ length: size }, (_, index) => begin(index + 1))
    const [url = ''] = await Promise.all(all.map(({ opened }) => opened))
    all.forEach(({ worker }, index) => void keeping.push(keep(index + 1, worker)))
    return {
      ...{ url, close, size: () => serving.size },
      count: async () => {
        const counted = await Promise.all([...serving.values()].map(count))
        return counted.filter(each => each !== null)
      },
    }
  } catch (fault) {
    await close()
    throw fault
  }
}
