// Statements that are built and compiled once: Kysely takes longer to write a query than PostgreSQL to read it. From the
// second use on a statement costs its values alone.

import type { CompiledQuery, Kysely, Updateable } from 'kysely'
import { CompanyScope, type CompanyTable } from './company-scope.ts'
import { createKysely } from './database.ts'
import type { NewRow, Row, Tables } from './schema.ts'

/** Stands for a value while a statement is built. Looking at it throws: each use has another value. */
class Placeholder {
  readonly of: number
  readonly name: string
  constructor(of: number, name: string) {
    this.of = of
    this.name = name
  }
  [Symbol.toPrimitive](): never {
    throw new Error(`The statement must not depend on the value of “${this.name}”.`)
  }
}

/** Placeholders for all values of one object, the `of`th. */
const placeholders = <Values extends object>(of: number): Values =>
  new Proxy({} as Values, { get: (_, name) => new Placeholder(of, String(name)) })

const COMPANY = new Placeholder(0, 'companyId')

const COMPILER = createKysely({
  connect: () => Promise.reject(new Error('This only compiles.')),
  end: async () => {},
})

const TEMPLATE = new (class extends CompanyScope {
  readonly database = COMPILER
  readonly companyId = COMPANY as unknown as string
})()

type Values = Readonly<Record<string, unknown>>

/** A query as Kysely's builders end. */
type Query<Row> = { compile(database: Kysely<Tables>): CompiledQuery<Row> }

/** A statement with its values. */
export class BoundStatement<Row> {
  readonly #scope: CompanyScope
  readonly #compiled: CompiledQuery<Row>

  constructor(scope: CompanyScope, compiled: CompiledQuery<Row>) {
    this.#scope = scope
    this.#compiled = compiled
  }
  compile(): CompiledQuery<Row> {
    return this.#compiled
  }
  async execute(): Promise<Row[]> {
    return (await this.#scope.database.executeQuery(this.#compiled)).rows
  }
  async executeTakeFirst(): Promise<Row | undefined> {
    return (await this.execute())[0]
  }
}

/** Compiles what `build` makes at the first use; `count` objects have the values. */
function compileOnce<Row>(
  count: number,
  build: (scope: CompanyScope, values: readonly Values[]) => Query<Row>,
): (scope: CompanyScope, values: readonly Values[]) => BoundStatement<Row> {
  let template: CompiledQuery<Row> | undefined
  return (scope, values) => {
    template ??= build(
      TEMPLATE,
      Array.from({ length: count }, (_, of) => placeholders<Values>(of)),
    ).compile(COMPILER)
    const parameters = template.parameters.map(parameter => {
      if (!(parameter instanceof Placeholder)) return parameter
      return parameter === COMPANY ? scope.companyId : values[parameter.of]?.[parameter.name]
    })
    return new BoundStatement(scope, { ...template, parameters })
  }
}

/**
 * `build` makes the query for any company and any values, which it may not look at: a list of values is one value
 * (`= any(…)`), and a condition that depends on them is another statement.
 */
export function statement<Row, Given extends object = Record<never, never>>(
  build: (scope: CompanyScope, values: Given) => Query<Row>,
): (scope: CompanyScope, ...values: keyof Given extends never ? [] : [Given]) => BoundStatement<Row> {
  const bind = compileOnce(1, (scope, [values]) => build(scope, values as Given))
  return (scope, ...values) => bind(scope, values as readonly Values[])
}

/** By tables and columns. */
const writes = new Map<string, ReturnType<typeof compileOnce<unknown>>>()
/** More rows, or rows with different columns, make a statement of their own: there are too many to keep. */
const MAX_ROWS = 8

const namesOf = (columns: Values): string[] =>
  Object.keys(columns).filter(name => columns[name] !== undefined)

const pick = (values: Values | undefined, names: readonly string[]): Values =>
  Object.fromEntries(names.map(name => [name, values?.[name]]))

function bindWrite(
  key: string,
  scope: CompanyScope,
  values: readonly Values[],
  build: (scope: CompanyScope, values: readonly Values[]) => Query<unknown>,
): Query<unknown> {
  const bind = writes.get(key) ?? compileOnce(values.length, build)
  writes.set(key, bind)
  return bind(scope, values)
}

export type NewColumns<T extends CompanyTable> = Omit<NewRow<T>, 'companyId'>

const insert = ({ database, companyId }: CompanyScope, table: CompanyTable, rows: readonly object[]) =>
  database.insertInto(table as 'ticket').values(rows.map(row => ({ companyId, ...row })) as never)

/** Inserts these rows of the company. */
export function insertInto<T extends CompanyTable>(
  scope: CompanyScope,
  table: T,
  rows: readonly NewColumns<T>[],
): Query<unknown> {
  const [names = [], ...others] = rows.map(namesOf)
  const isUniform = others.every(own => own.join() === names.join())
  if (rows.length > MAX_ROWS || !isUniform) return insert(scope, table, rows)
  return bindWrite(`insert ${table} ${rows.length} ${names}`, scope, rows, (template, values) =>
    insert(
      template,
      table,
      values.map(row => pick(row, names)),
    ),
  )
}

/** Changes `columns` of the company's rows that have the values of `where`. */
export function updateRows<T extends CompanyTable>(
  scope: CompanyScope,
  table: T,
  where: Partial<Row<T>>,
  columns: Updateable<Tables[T]>,
): Query<unknown> {
  // Without a value the condition would be missing, or true of no row.
  for (const [name, value] of Object.entries(where))
    if (value === undefined || value === null)
      throw new Error(`${table} is changed without a value of ${name}.`)
  const [of, set] = [Object.keys(where), namesOf(columns)]
  return bindWrite(`update ${table} ${set} ${of}`, scope, [columns, where], (template, [changed, found]) =>
    of.reduce(
      (query, name) => query.where(name as never, '=', found?.[name] as never),
      template.update(table as CompanyTable).set(pick(changed, set) as never),
    ),
  )
}

/** Inserts this row of the company, or changes the one with the same `key`, but for the columns that it is to `keep`. */
export function upsertRow<T extends CompanyTable>(
  scope: CompanyScope,
  table: T,
  row: NewColumns<T>,
  key: readonly (keyof NewColumns<T>)[],
  keep: readonly (keyof NewColumns<T>)[],
): Query<unknown> {
  const names = namesOf(row)
  const constant: readonly unknown[] = [...key, ...keep]
  return bindWrite(`upsert ${table} ${names} ${key} ${keep}`, scope, [row], (template, [values]) =>
    insert(template, table, [pick(values, names)]).onConflict(same =>
      same.columns(['companyId', ...key] as never).doUpdateSet(
        pick(
          values,
          names.filter(name => !constant.includes(name)),
        ) as never,
      ),
    ),
  )
}
