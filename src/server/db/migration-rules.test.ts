import { describe, expect, test } from 'vitest'
import { indexBuiltBy, type Migration, migrations, runsOutsideTransaction } from './migration-files.ts'

// The previous version still serves during a migration (docs/upgrade.md). So a migration only adds; a later release
// removes what is no longer used.

const BREAKING = [
  /drop\s+table\s+(?:if\s+exists\s+)?(\w+)/g,
  /drop\s+(?:view|type|function|schema|extension)\s+(?:if\s+exists\s+)?(\w+)/g,
  /alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)[^;]*?\bdrop\s+column\b/g,
  /alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)[^;]*?\brename\b/g,
  /alter\s+(?:type|function|view|index|sequence)\s+(\w+)[^;]*?\brename\b/g,
  /alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)[^;]*?\bset\s+not\s+null\b/g,
  /alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)[^;]*?\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/g,
  /alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)[^;]*?\bdrop\s+default\b/g,
  /truncate\s+(?:table\s+)?(\w+)/g,
]
const NEW_COLUMN = /alter\s+table\s+(?:only\s+)?(\w+)((?:[^;](?!\balter\s+table\b))*)/g

const stripComments = (text: string): string => text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').toLowerCase()

/** What would break the previous version, as the offending SQL. */
function violationsIn(text: string): string[] {
  const statements = stripComments(text)
  const own = new Set(
    [...statements.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table),
  )
  const broken = BREAKING.flatMap(pattern => [...statements.matchAll(pattern)])
    .filter(([, table]) => !own.has(table))
    .map(([words]) => words)
  const needed = [...statements.matchAll(NEW_COLUMN)]
    .filter(([, table]) => !own.has(table))
    .flatMap(([, , actions = '']) => actions.split(/,(?![^(]*\))/))
    .filter(action => /\badd column\b/.test(action) && /\bnot null\b/.test(action))
    .filter(action => !/\b(default|generated)\b/.test(action))
    .map(action => action.trim())
  return [...broken, ...needed]
}

const OUTSIDE_FORMS = [
  /^create (unique )?index concurrently if not exists \w+ on /,
  /^drop index concurrently if exists \w+$/,
  /^alter type \w+ add value if not exists /,
]

/** Why a file may not run outside a transaction; null if it may. */
function nonTransactionalProblem(migration: Migration): string | null {
  const statements = stripComments(migration.text)
    .split(';')
    .map(statement => statement.trim())
    .filter(statement => statement !== '')
  if (statements.length !== 1) return `${statements.length} statements`
  const isAgain = OUTSIDE_FORMS.some(form => form.test(statements[0] ?? ''))
  return isAgain ? null : 'a statement that cannot run a second time'
}

describe('the migrations', () => {
  test('are numbered, with unique numbers', () => {
    const names = migrations.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(7)
    expect(names.filter(name => !/^\d{3}-[a-z0-9-]+$/.test(name))).toEqual([])
    expect(new Set(names.map(name => name.slice(0, 3))).size).toBe(names.length)
  })

  test('only add, and remove in a later release: the previous version keeps working', () => {
    const broken = migrations
      .map(({ name, text }) => [name, violationsIn(text)] as const)
      .filter(([, words]) => words.length > 0)
    expect(broken).toEqual([])
  })

  test('contain one repeatable statement if they run outside a transaction', () => {
    const errors = migrations
      .filter(runsOutsideTransaction)
      .map(each => [each.name, nonTransactionalProblem(each)] as const)
    expect(errors.filter(([, error]) => error !== null)).toEqual([])
    const concurrent = migrations.filter(({ text }) => /\bconcurrently\b/i.test(stripComments(text)))
    expect(concurrent.filter(each => !runsOutsideTransaction(each)).map(({ name }) => name)).toEqual([])
  })
})

describe('the check finds', () => {
  test.each([
    'drop table part',
    'DROP TABLE IF EXISTS part;',
    'alter table part drop column quantity',
    'alter table part add column a int, drop column quantity',
    'alter table part rename to piece',
    'alter table part rename column quantity to amount',
    'alter table part alter column quantity set not null',
    'alter table part alter quantity type text',
    'alter table part alter column quantity set data type text',
    'alter table part alter column quantity drop default',
    'alter table part add column weight int not null',
    'alter table part add column a int default 1, add column weight numeric(7, 2) not null',
    'drop function app_company()',
    'truncate part',
  ])('%s', text => expect(violationsIn(text)).toHaveLength(1))

  test.each([
    'alter table part add column weight int',
    'alter table part add column weight numeric(7, 2) not null default 0',
    'alter table part add column words text not null generated always as (lower(a)) stored',
    'create table bin (a int); alter table bin alter column a set not null; drop table bin',
    '-- drop table part\nselect 1',
    'drop index part_old',
    'drop policy own on part',
    'alter table part drop constraint part_check',
  ])('nothing wrong in %s', text => expect(violationsIn(text)).toEqual([]))

  test.each([
    ['create index concurrently if not exists a on part (b)', null],
    ['drop index concurrently if exists a', null],
    ['create index concurrently a on part (b)', 'a statement that cannot run a second time'],
    ['insert into part values (1)', 'a statement that cannot run a second time'],
    ['drop index concurrently if exists a; drop index concurrently if exists b', '2 statements'],
    ['', '0 statements'],
  ])('a file outside a transaction with "%s": %s', (statement, error) => {
    const migration = { name: '', text: `-- outside a transaction: why\n${statement};\n` }
    expect(runsOutsideTransaction(migration)).toBe(true)
    expect(nonTransactionalProblem(migration)).toBe(error)
  })

  test('the name of the index a file builds', () => {
    const text =
      '-- outside a transaction\ncreate unique index concurrently if not exists part_of on part (a);'
    expect(indexBuiltBy({ name: '', text })).toBe('part_of')
    expect(indexBuiltBy({ name: '', text: 'create index if not exists part_of on part (a)' })).toBeNull()
  })
})
