import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT, read } from '../../../test/support/repo-files.ts'
import { createJsonLogger, createTextLogger } from './logger.ts'
import { toTerminalText } from './terminal.ts'

/** A name that sets the window's title, clears the screen, and reverses what follows. */
const NAME = 'Ray\u001b]0;root\u0007\u001b[2J\u009b31m\u202eVR\u0085\r'
const SHOWN = String.raw`Ray\u001b]0;root\u0007\u001b[2J\u009b31m\u202eVR\u0085\u000d`

describe('control characters in what the operator reads', () => {
  test.each([
    [NAME, SHOWN],
    [
      '\u0000\u007f\u061c\u200e\u200f\u2066\u2069\u2028',
      String.raw`\u0000\u007f\u061c\u200e\u200f\u2066\u2069\u2028`,
    ],
    ['Díaz & Sons – “RV” 🚐\tsecond\nline', 'Díaz & Sons – “RV” 🚐\tsecond\nline'],
  ])('of %j are shown as %s', (text, shown) => expect(toTerminalText(text)).toBe(shown))

  test('are shown in the log as text', () => {
    const lines: string[] = []
    const log = createTextLogger(line => lines.push(line))
    log.info(NAME)
    log.error(NAME, NAME)
    expect(lines.join('')).toBe(`${SHOWN}\n${SHOWN}\n${SHOWN}\n`)
  })

  test('are escaped in the log as JSON, which reads back as it was', () => {
    const lines: string[] = []
    createJsonLogger({ write: line => void lines.push(line) }).error(NAME)
    const line = lines.join('')
    expect(line).toBe(`${toTerminalText(line.trimEnd())}\n`)
    expect(JSON.parse(line)).toMatchObject({ msg: NAME })
  })

  test('are replaced wherever the server prints: nothing else writes to the terminal', () => {
    const sources = readdirSync(join(PROJECT, 'src/server'), { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map(path => `src/server/${path}`)
    const writing = sources.filter(path => /process\.std(out|err)\.write|console\.\w+\(/.test(read(path)))
    expect(writing.sort()).toEqual([
      'src/server/app/cli/progress.ts',
      'src/server/lib/logger.ts',
      'src/server/lib/terminal.ts',
    ])
  })
})
