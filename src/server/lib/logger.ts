// What the server tells its operator. On a terminal: plain sentences about what went wrong. Under a
// supervisor: one JSON object a line, also for each request. What people sent is in neither.

import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino'

export type LogForm = 'sentences' | 'json'

/** One request, once its answer began. */
export type SeenRequest = {
  readonly requestId: string
  readonly method: string
  /** The name of the procedure or the pattern of the path: never an id, never what was typed. */
  readonly route: string
  readonly status: number
  readonly ms: number
  /** The account, or what kind of visitor. */
  readonly actor: string
  readonly company: string | null
  readonly address: string
}

export type Log = {
  /** Something that nobody expected; `facts` say where. */
  readonly fault: (sentence: string, fault?: unknown, facts?: object) => void
  readonly request: (seen: SeenRequest) => void
  /** Something worth knowing that went as it should. */
  readonly note: (sentence: string, facts?: object) => void
  /** Writes what is still waiting to be written. */
  readonly flush: () => void
}

const DEEPEST_CAUSE = 5

/**
 * A fault without what it carries: a database's own details repeat the values that people sent, and a
 * failed connection may hold its password.
 */
export function describeFault(fault: unknown, depth = 0): object {
  if (!(fault instanceof Error)) return { message: String(fault) }
  const { name, message, stack, cause } = fault
  const { code, constraint } = fault as { code?: unknown; constraint?: unknown }
  return {
    ...{ type: name, message, stack },
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(cause !== undefined && depth < DEEPEST_CAUSE && { cause: describeFault(cause, depth + 1) }),
  }
}

const TOGETHER_MS = 100
const TOGETHER_BYTES = 8192

/** The standard error. Lines of requests wait a moment for others: each write is a turn for another thread. */
function standardError() {
  const stream = destination({ dest: 2, sync: false, minLength: TOGETHER_BYTES })
  let waiting: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(waiting)
    waiting = undefined
    stream.flush()
  }
  return {
    write: (line: string) => {
      stream.write(line)
      waiting ??= setTimeout(flush, TOGETHER_MS).unref()
    },
    flush,
    flushSync: () => stream.flushSync(),
  }
}

/** One JSON object a line on `stream`, by default the standard error. */
export function jsonLog(stream: DestinationStream & { flush?: () => void } = standardError()): Log {
  const log = pino(
    { base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: level => ({ level }) } },
    stream,
  )
  return {
    fault: (sentence, fault, facts) => {
      log.error({ ...facts, ...(fault !== undefined && { fault: describeFault(fault) }) }, sentence)
      stream.flush?.()
    },
    request: seen => log.info(seen, 'request'),
    note: (sentence, facts) => log.info({ ...facts }, sentence),
    flush: () => ('flushSync' in stream ? (stream.flushSync as () => void)() : undefined),
  }
}

/** Sentences for a person at a terminal. */
export function sentenceLog(write: (text: string) => void = text => void process.stderr.write(text)): Log {
  return {
    fault: (sentence, fault) => {
      const reason = fault instanceof Error ? (fault.stack ?? fault.message) : fault
      write(`${sentence}${reason === undefined ? '' : `\n${reason}`}\n`)
    },
    request: () => {},
    note: sentence => write(`${sentence}\n`),
    flush: () => {},
  }
}
