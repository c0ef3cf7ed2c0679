import { describe, expect, test } from 'vitest'
import { clusterProblem, targetProblem } from './distribute-tables.ts'
import { DISTRIBUTION } from './schema.ts'

const tables = Object.keys(DISTRIBUTION)
const fit = { citus: '13.2-1', user: 'postgres', missingRights: [], tables, servers: 0 }

describe('a database', () => {
  test('that has everything can be distributed', () => expect(targetProblem(fit)).toBeNull())

  test.each([
    [{ citus: null }, 'This PostgreSQL does not have the Citus extension.'],
    [{ citus: '12.1-1' }, 'Citus 12.1-1 is too old: Rigwright needs 13 or newer.'],
    [{ tables: [] }, 'The database is empty: start Rigwright on it once, stop it, and try again.'],
    [
      { tables: tables.filter(table => table !== 'job') },
      'The database is of another version, without job: start this version on it once, stop it, and try again.',
    ],
    [
      { tables: [...tables, 'guestbook'] },
      'The database also has tables that are not Rigwright’s (guestbook): give Rigwright a database of its own.',
    ],
    [
      { user: 'web', missingRights: ['to change roles'] },
      'The user web in DATABASE_URL lacks the right to change roles.',
    ],
    [{ servers: 12 }, 'Stop all servers first: 12 of their connections are open.'],
  ])('with %o cannot', (change, problem) => expect(targetProblem({ ...fit, ...change })).toBe(problem))
})

describe('a cluster', () => {
  test('with a coordinator and two workers takes the tables', () =>
    expect(clusterProblem({ hasCoordinator: true, workers: 2 })).toBeNull())

  test.each([
    [false, 2, /^The cluster does not know its coordinator: call citus_set_coordinator_host/],
    [true, 0, /^The cluster has 0 workers and needs 2/],
    [true, 1, /^The cluster has 1 worker and needs 2/],
  ])('with a coordinator: %s, and %d workers does not', (hasCoordinator, workers, problem) =>
    expect(clusterProblem({ hasCoordinator, workers })).toMatch(problem),
  )
})
