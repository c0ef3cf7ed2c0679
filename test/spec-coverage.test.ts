// Every statement of the specification has a row in test/spec-coverage.md, and every row an existing test or a
// reason.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isMessageIn, type Product, parseTables, problemsOf, testNamesIn } from './support/coverage-table.ts'
import { PROJECT, read, testFile } from './support/repo-files.ts'

const screens = ['src/web', 'src/domain', 'src/contract']
  .flatMap(room =>
    readdirSync(join(PROJECT, room), { recursive: true, encoding: 'utf8' }).map(file => join(room, file)),
  )
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file))
  .map(read)
  .join('\n')

const product: Product = { testFile, screens }

describe('test/spec-coverage.md', () => {
  const { rows, problems } = parseTables(read('test/spec-coverage.md'))

  test('has well-formed tables', () => expect(problems).toEqual([]))

  test('has rows for every section from the screens to the limits', () => {
    for (const section of ['2', '3', '4', '5', '6', '7', '8', '9'])
      expect(rows.filter(row => row.section === section).length, section).toBeGreaterThan(5)
  })

  test('names tests that exist, and messages in the source', () => {
    expect(rows.filter(({ kind }) => kind === 'message').length).toBeGreaterThan(30)
    expect(problemsOf(rows, product)).toEqual([])
  })
})

describe('a table is rejected', () => {
  const table = (row: string, head = '| says | shown by | note |', rule = '| --- | --- | --- |') =>
    parseTables(['## 2. Screens', '', head, rule, row].join('\n')).problems
  const proof = '`test/a.test.ts` › `it is so`'

  test.each([
    ['| It is so. | `test/a.test.ts` › `it is so` | – |', []],
    ['| It is so. |  | – |', ['line 5: an empty cell']],
    ['|  | – | Nobody asked. |', ['line 5: an empty cell']],
    ['| – | – | Nobody asked. |', ['line 5: says nothing']],
    ['| It is so. | – | – |', ['line 5: neither a test nor a reason']],
    ['| It is so. | somewhere | – |', ['line 5: a proof that is not `file` › `name`']],
    ['| It is so. | `test/a.test.ts` | – |', ['line 5: a proof that is not `file` › `name`']],
    ['| It is so. | `test/a.test.ts` › `one`<br>two | – |', ['line 5: a proof that is not `file` › `name`']],
    ['| It is so. | – |', ['line 5: not three cells']],
    ['| It is so. | – | Why. | More. |', ['line 5: not three cells']],
    ['| It is so. | – | Why.', ['line 5: not three cells']],
  ])('for the row %s', (row, errors) => expect(table(row)).toEqual(errors))

  test('with other columns, without a rule, or without a section', () => {
    expect(table(`| It is so. | ${proof} | – |`, '| says | proof | note |')).toEqual([
      'line 3: unknown columns | says | proof | note |',
    ])
    expect(table(`| It is so. | ${proof} | – |`, '| says | shown by | note |', '| - | - | - |')).toContain(
      'line 3: no rule below the columns',
    )
    expect(
      parseTables(`| says | shown by | note |\n| --- | --- | --- |\n| It is so. | ${proof} | – |`).problems,
    ).toEqual(['line 3: no section above it'])
  })

  test('with a message without backticks', () =>
    expect(table('| Saved. | – | Never. |', '| message | shown by | note |')).toEqual([
      'line 5: a message that is not in backticks',
    ]))
})

describe('a row is rejected', () => {
  const small: Product = {
    testFile: path => (path === 'test/a.test.ts' ? "test('it is so', () => sees('Saved.'))" : null),
    screens: "notify.success('Saved.'); notify.failure('Lost.')",
  }
  const errors = (...rows: string[]) =>
    problemsOf(
      parseTables(
        ['## 2. Screens', '| message | shown by | note |', '| --- | --- | --- |', ...rows].join('\n'),
      ).rows,
      small,
    )
  const proof = '`test/a.test.ts` › `it is so`'

  test.each([
    [`| \`Saved.\` | ${proof} | – |`, []],
    ['| `Gone.` | – | Nothing ever goes. |', []],
    [`| \`Lost.\` | ${proof} | – |`, ['line 4: no test named here speaks of Lost.']],
    ['| `Saved.` | `test/b.test.ts` › `it is so` | – |', ['line 4: there is no test file test/b.test.ts']],
    ['| `Saved.` | `test/a.test.ts` › `it is` | – |', ['line 4: test/a.test.ts has no test it is']],
    [`| \`Saved.\` | ${proof}<br>${proof} | – |`, ['line 4: the same test twice']],
    [`| \`Saved\` | ${proof} | – |`, ['line 4: no screen says Saved']],
    ['| `Saved.` | – | It cannot arise. |', ['line 4: a screen says Saved., and no test shows it']],
  ])('if it says %s', (row, expected) => expect(errors(row)).toEqual(expected))

  test('if it is a duplicate', () =>
    expect(errors(`| \`Saved.\` | ${proof} | – |`, `| \`Saved.\` | ${proof} | Again. |`)).toEqual([
      'line 5: a second row for Saved.',
    ]))
})

describe('a message is found only whole', () => {
  test.each([
    ["say('Saved.')", 'Saved.', true],
    ['<p>\n  No lines\n  yet.\n</p>', 'No lines yet.', true],
    ['<span>Suggested Time{" "}</span>', 'Suggested Time', true],
    [`\`No \${state} tickets.\``, 'No {state} tickets.', true],
    ["say('Not Saved.')", 'Saved.', false],
    ["say('Saved. Really.')", 'Saved.', false],
    ['// Saved.', 'Saved.', false],
  ])('%s holds %j: %s', (source, message, isThere) => expect(isMessageIn(source, message)).toBe(isThere))
})

test('only titles of tests are read, exactly', () => {
  const source = [
    "describe('the desk', () => {",
    '  test("says it", () => {})',
    "  test.each([['a'], ['b)']])('of %s', name => expect(name).toBe('no name'))",
    `  for (const size of sizes) test(\`on a \${size}\`, async ({ page }) => {})`,
    "  // test('in a comment', () => {})",
    '  const text = "test(\'in a text\')"',
    '})',
  ].join('\n')
  expect(testNamesIn(source)).toEqual(['the desk', 'says it', 'of %s', `on a \${size}`])
})
