// What the server tells its operator. On a terminal: plain sentences about what went wrong. Under a
// supervisor: one JSON object a line, also for each request. What people sent is in neither.

import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino'

export type LogFormat = 'text' | 'json'

/** One request, once its answer began. */
export type RequestLogEntry = {
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

export type Logger = {
  /** Something that nobody expected; `facts` say where. */
  readonly error: (message: string, cause?: unknown, fields?: object) => void
  readonly request: (entry: RequestLogEntry) => void
  /** Something worth knowing that went as it should. */
  readonly info: (message: string, fields?: object) => void
  /** Writes what is still waiting to be written. */
  readonly flush: () => void
}

const MAX_CAUSE_DEPTH = 5

/**
 * A fault without what it carries: a database's own details repeat the values that people sent, and a
 * failed connection may hold its password.
 */
export function serializeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(cause !== undefined && depth < MAX_CAUSE_DEPTH && { cause: serializeError(cause, depth + 1) }),
  }
}

const FLUSH_DELAY_MS = 100
const FLUSH_SIZE_BYTES = 8192

/** The standard error. Lines of requests wait a moment for others: each write is a turn for another thread. */
function standardError() {
  const stream = destination({ dest: 2, sync: false, minLength: FLUSH_SIZE_BYTES })
  let waiting: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(waiting)
    waiting = undefined
    stream.flush()
  }
  return {
    write: (line: string) => {
      stream.write(line)
      waiting ??= setTimeout(flush, FLUSH_DELAY_MS).unref()
    },
    flush,
    flushSync: () => stream.flushSync(),
  }
}

/** One JSON object a line on `stream`, by default the standard error. */
export function createJsonLogger(
  stream: DestinationStream & { flush?: () => void } = standardError(),
): Logger {
  const logger = pino(
    { base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: level => ({ level }) } },
    stream,
  )
  return {
    error: (message, fault, fields) => {
      logger.error({ ...fields, ...(fault !== undefined && { fault: serializeError(fault) }) }, message)
      stream.flush?.()
    },
    request: entry => logger.info(entry, 'request'),
    info: (message, fields) => logger.info({ ...fields }, message),
    flush: () => ('flushSync' in stream ? (stream.flushSync as () => void)() : undefined),
  }
}

/** Sentences for a person at a terminal. */
export function createTextLogger(
  write: (text: string) => void = text => void process.stderr.write(text),
): Logger {
  return {
    error: (message, fault) => {
      const reason = fault instanceof Error ? (fault.stack ?? fault.message) : fault
      write(`${message}${reason === undefined ? '' : `\n${reason}`}\n`)
    },
    request: () => {},
    info: message => write(`${message}\n`),
    flush: () => {},
  }
}
