// The server's log. On a terminal: plain error messages. Otherwise: one JSON object per line, also for each request.
// Neither contains user input.

import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino'
import { toTerminalText } from './terminal.ts'

export type LogFormat = 'text' | 'json'

/** One request, logged once its response has started. */
export type RequestLogEntry = {
  readonly requestId: string
  readonly method: string
  /** The procedure's name or the path's pattern: never an id or typed text. */
  readonly route: string
  readonly status: number
  readonly ms: number
  /** The account, or the kind of visitor. */
  readonly actor: string
  readonly company: string | null
  readonly address: string
}

export type Logger = {
  /** An unexpected error; `fields` say where. */
  readonly error: (message: string, cause?: unknown, fields?: object) => void
  readonly request: (entry: RequestLogEntry) => void
  /** Useful information that is not an error. */
  readonly info: (message: string, fields?: object) => void
  /** Writes pending lines. */
  readonly flush: () => void
}

const MAX_CAUSE_DEPTH = 5

/**
 * An error without sensitive details: a database error repeats values, and a connection error may contain the
 * password.
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

/** Standard error. Request lines are written in batches, because each write costs a thread switch. */
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

/** One JSON object per line on `stream`, by default standard error. */
export function createJsonLogger(
  stream: DestinationStream & { flush?: () => void } = standardError(),
): Logger {
  const logger = pino(
    { base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: level => ({ level }) } },
    // JSON leaves some control characters as they are.
    { write: line => stream.write(`${toTerminalText(line.trimEnd())}\n`) },
  )
  return {
    error: (message, error, fields) => {
      logger.error({ ...fields, ...(error !== undefined && { error: serializeError(error) }) }, message)
      stream.flush?.()
    },
    request: entry => logger.info(entry, 'request'),
    info: (message, fields) => logger.info({ ...fields }, message),
    flush: () => ('flushSync' in stream ? (stream.flushSync as () => void)() : undefined),
  }
}

/** Plain text for a terminal. */
export function createTextLogger(
  write: (text: string) => void = text => void process.stderr.write(text),
): Logger {
  return {
    error: (message, error) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : error
      write(toTerminalText(`${message}${reason === undefined ? '' : `\n${reason}`}\n`))
    },
    request: () => {},
    info: message => write(toTerminalText(`${message}\n`)),
    flush: () => {},
  }
}
