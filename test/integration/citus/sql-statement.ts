// Which distributed tables an SQL statement reaches, parsed with PostgreSQL's parser: whether each is limited to one
// value of its column, given from outside.

import { parse } from 'libpg-query'

type Node = { readonly [key: string]: unknown }

/** The columns of each table, by name. */
export type Columns = ReadonlyMap<string, readonly string[]>

/** The tables it reaches, and the functions it calls per row: not those in FROM by themselves. */
type Statement = { readonly reached: readonly ReachedTable[]; readonly calls: readonly string[] }

type ReachedTable = {
  readonly table: string
  readonly isChanged: boolean
  /** Whether the value of `column` is given: the rows are on one machine, known before the query. */
  readonly isPinned: (column: string) => boolean
}

/** Columns and values that the statement equates. */
class EquivalenceClasses {
  readonly #parents: number[] = []
  readonly #given = new Set<number>()
  one = (): number => this.#parents.push(this.#parents.length) - 1
  given = (): number => {
    const one = this.one()
    this.#given.add(one)
    return one
  }
  #root(one: number): number {
    const parent = this.#parents[one] ?? one
    return parent === one ? one : this.#root(parent)
  }
  join(one: number, other: number): void {
    const [a, b] = [this.#root(one), this.#root(other)]
    this.#parents[a] = b
    if (this.#given.has(a)) this.#given.add(b)
  }
  isGiven = (one: number): boolean => this.#given.has(this.#root(one))
}

/** An item in FROM: returns the column's class, or null without such a column. */
type Range = (column: string) => number | null
type Scope = { readonly ranges: Map<string, Range>; readonly outer: Scope | null }
type Ctes = ReadonlyMap<string, Range>
type Answer = { readonly byName: Range; readonly byPlace: readonly (number | null)[] }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nodes = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const inside = (node: Node | undefined, kind: string): Node | undefined => {
  const found = node?.[kind]
  return isNode(found) ? found : undefined
}
const nameOf = (node: Node | undefined): string => String(inside(node, 'String')?.sval ?? '')
const within = (outer: Scope | null): Scope => ({ ranges: new Map(), outer })

class StatementAnalysis {
  readonly reached: { table: string; isChanged: boolean; range: Range }[] = []
  readonly sameness = new EquivalenceClasses()
  /** Functions that are called once, before any row is read. */
  readonly apart: string[] = []
  readonly #columns: Columns

  constructor(columns: Columns) {
    this.#columns = columns
  }

  #table(relation: Node, isChanged: boolean): Range {
    const table = String(relation.relname)
    const classes = new Map<string, number>()
    const columns = this.#columns.get(table)
    const range: Range = column => {
      if (columns !== undefined && !columns.includes(column)) return null
      const known = classes.get(column) ?? this.sameness.one()
      classes.set(column, known)
      return known
    }
    if (columns !== undefined) this.reached.push({ table, isChanged, range })
    return range
  }

  #aliasOf = (relation: Node): string =>
    String((relation.alias as Node | undefined)?.aliasname ?? relation.relname)

  #column(fields: readonly string[], scope: Scope | null): number | null {
    const [column = '', alias] = [...fields].reverse()
    for (let at = scope; at !== null; at = at.outer) {
      if (alias !== undefined && !at.ranges.has(alias)) continue
      const ranges = alias === undefined ? [...at.ranges.values()] : [at.ranges.get(alias)]
      for (const range of ranges) {
        const found = range?.(column) ?? null
        if (found !== null) return found
      }
    }
    return null
  }

  /** The class of an expression; null if unknown before rows are read. */
  #valueOf(expression: Node | undefined, scope: Scope): number | null {
    if (expression === undefined) return null
    const operand = inside(expression, 'TypeCast')?.arg
    if (operand !== undefined) return this.#valueOf(operand as Node, scope)
    const reference = inside(expression, 'ColumnRef')
    if (reference !== undefined) {
      const fields = nodes(reference.fields)
      if (fields.some(field => 'A_Star' in field)) return null
      // What is no column is an argument of the enclosing function.
      return this.#column(fields.map(nameOf), scope) ?? this.sameness.given()
    }
    return this.#dependsOnRows(expression, scope) ? null : this.sameness.given()
  }

  #dependsOnRows(value: unknown, scope: Scope): boolean {
    if (Array.isArray(value)) return value.some(each => this.#dependsOnRows(each, scope))
    if (!isNode(value)) return false
    if ('SubLink' in value) return true
    const reference = inside(value, 'ColumnRef')
    if (reference !== undefined) return this.#column(nodes(reference.fields).map(nameOf), scope) !== null
    return Object.values(value).some(each => this.#dependsOnRows(each, scope))
  }

  /** Conditions that all hold; and every subquery in them. */
  #conditions(node: unknown, scope: Scope, ctes: Ctes): void {
    if (!isNode(node)) return
    const all = inside(node, 'BoolExpr')
    if (all?.boolop === 'AND_EXPR') {
      for (const each of nodes(all.args)) this.#conditions(each, scope, ctes)
      return
    }
    const compared = inside(node, 'A_Expr')
    if (compared?.kind === 'AEXPR_OP' && nameOf(nodes(compared.name)[0]) === '=') {
      const left = this.#valueOf(compared.lexpr as Node, scope)
      const right = this.#valueOf(compared.rexpr as Node, scope)
      if (left !== null && right !== null) this.sameness.join(left, right)
    }
    this.#questions(node, scope, ctes)
  }

  #questions(value: unknown, scope: Scope, ctes: Ctes): void {
    if (Array.isArray(value)) for (const each of value) this.#questions(each, scope, ctes)
    else if (isNode(value)) {
      const link = inside(value, 'SubLink')
      if (link === undefined) for (const each of Object.values(value)) this.#questions(each, scope, ctes)
      else {
        this.#questions(link.testexpr, scope, ctes)
        this.statement(link.subselect as Node, scope, ctes)
      }
    }
  }

  #from(node: Node, scope: Scope, ctes: Ctes): void {
    const relation = inside(node, 'RangeVar')
    if (relation !== undefined) {
      const cte = relation.schemaname === undefined ? ctes.get(String(relation.relname)) : undefined
      scope.ranges.set(this.#aliasOf(relation), cte ?? this.#table(relation, false))
    }
    const question = inside(node, 'RangeSubselect')
    if (question !== undefined) {
      const { byName } = this.statement(question.subquery as Node, scope, ctes)
      scope.ranges.set(String((question.alias as Node | undefined)?.aliasname ?? ''), byName)
    }
    const called = inside(node, 'RangeFunction')
    if (called !== undefined) {
      this.#questions(called, scope, ctes)
      if (!this.#dependsOnRows(called.functions, scope)) this.apart.push(...callsIn(called.functions))
      const { aliasname, colnames } = (called.alias ?? {}) as Node
      const names = [
        ...nodes(colnames).map(nameOf),
        ...nodes(called.coldeflist).map(each => String(inside(each, 'ColumnDef')?.colname)),
      ]
      const classes = new Map(names.map(name => [name, this.sameness.one()]))
      scope.ranges.set(String(aliasname ?? ''), column => classes.get(column) ?? null)
    }
    const join = inside(node, 'JoinExpr')
    if (join !== undefined) this.#join(join, scope, ctes)
  }

  #join(join: Node, scope: Scope, ctes: Ctes): void {
    const before = new Set(scope.ranges.keys())
    this.#from(join.larg as Node, scope, ctes)
    const left = [...scope.ranges].filter(([alias]) => !before.has(alias)).map(([, range]) => range)
    const known = new Set(scope.ranges.keys())
    this.#from(join.rarg as Node, scope, ctes)
    const right = [...scope.ranges].filter(([alias]) => !known.has(alias)).map(([, range]) => range)
    for (const column of nodes(join.usingClause).map(nameOf)) {
      const [a] = left.flatMap(range => range(column) ?? [])
      const [b] = right.flatMap(range => range(column) ?? [])
      if (a !== undefined && b !== undefined) this.sameness.join(a, b)
    }
    this.#conditions(join.quals, scope, ctes)
  }

  #ctesOf(statement: Node, scope: Scope | null, ctes: Ctes): Ctes {
    const all = new Map(ctes)
    for (const each of nodes((statement.withClause as Node | undefined)?.ctes)) {
      const cte = inside(each, 'CommonTableExpr')
      if (cte !== undefined)
        all.set(String(cte.ctename), this.statement(cte.ctequery as Node, scope, all).byName)
    }
    return all
  }

  #answers(targets: readonly Node[], scope: Scope, ctes: Ctes): Answer {
    this.#questions(targets, scope, ctes)
    const byPlace: (number | null)[] = []
    const named = new Map<string, number | null>()
    let hasStar = false
    for (const target of targets) {
      const { val, name } = (inside(target, 'ResTarget') ?? {}) as { val?: Node; name?: string }
      const fields = nodes(inside(val, 'ColumnRef')?.fields)
      hasStar ||= fields.some(field => 'A_Star' in field)
      const value = this.#valueOf(val, scope)
      byPlace.push(value)
      named.set(name ?? nameOf(fields.at(-1)), value)
    }
    const byName: Range = column =>
      named.has(column)
        ? (named.get(column) ?? this.sameness.one())
        : hasStar
          ? this.#column([column], { ranges: scope.ranges, outer: null })
          : null
    return { byName, byPlace }
  }

  statement(node: Node, outer: Scope | null, ctes: Ctes): Answer {
    const select = inside(node, 'SelectStmt')
    if (select !== undefined) return this.#select(select, outer, ctes)
    const insert = inside(node, 'InsertStmt')
    if (insert !== undefined) return this.#insert(insert, outer, ctes)
    const change = inside(node, 'UpdateStmt') ?? inside(node, 'DeleteStmt')
    if (change !== undefined) return this.#change(change, outer, ctes)
    return { byName: () => null, byPlace: [] }
  }

  #select(select: Node, outer: Scope | null, given: Ctes): Answer {
    const ctes = this.#ctesOf(select, outer, given)
    const scope = within(outer)
    if (isNode(select.larg) && isNode(select.rarg)) {
      const first = this.#select(select.larg, outer, ctes)
      this.#select(select.rarg, outer, ctes)
      // Rows of both sides: known only if both are.
      return { byName: column => (first.byName(column) === null ? null : this.sameness.one()), byPlace: [] }
    }
    for (const from of nodes(select.fromClause)) this.#from(from, scope, ctes)
    this.#conditions(select.whereClause, scope, ctes)
    this.#questions(select.havingClause, scope, ctes)
    return this.#answers(nodes(select.targetList), scope, ctes)
  }

  #insert(insert: Node, outer: Scope | null, given: Ctes): Answer {
    const ctes = this.#ctesOf(insert, outer, given)
    const scope = within(outer)
    const relation = insert.relation as Node
    const target = this.#table(relation, true)
    const columns = nodes(insert.cols).map(column => String(inside(column, 'ResTarget')?.name))
    const source = inside(insert.selectStmt as Node | undefined, 'SelectStmt')
    const rows = nodes(source?.valuesLists).map(row => nodes(inside(row, 'List')?.items))
    const values =
      rows.length === 0
        ? [source === undefined ? [] : this.#select(source, outer, ctes).byPlace]
        : rows.map(row => row.map(value => this.#valueOf(value, scope)))
    this.#questions(rows, scope, ctes)
    for (const [place, column] of columns.entries()) {
      const classes = values.map(row => row[place] ?? null)
      const mine = target(column)
      // Several rows may belong to several companies unless each says otherwise.
      if (mine !== null && classes.every(one => one !== null && this.sameness.isGiven(one)))
        for (const one of classes) this.sameness.join(mine, one as number)
    }
    scope.ranges.set(this.#aliasOf(relation), target)
    this.#questions(insert.onConflictClause, scope, ctes)
    return this.#answers(
      nodes(insert.returningList ?? (insert.returningClause as Node | undefined)?.exprs),
      scope,
      ctes,
    )
  }

  #change(change: Node, outer: Scope | null, given: Ctes): Answer {
    const ctes = this.#ctesOf(change, outer, given)
    const scope = within(outer)
    const relation = change.relation as Node
    scope.ranges.set(this.#aliasOf(relation), this.#table(relation, true))
    for (const from of [...nodes(change.fromClause), ...nodes(change.usingClause)])
      this.#from(from, scope, ctes)
    this.#conditions(change.whereClause, scope, ctes)
    this.#questions(change.targetList, scope, ctes)
    return this.#answers(
      nodes(change.returningList ?? (change.returningClause as Node | undefined)?.exprs),
      scope,
      ctes,
    )
  }
}

function callsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(callsIn)
  if (!isNode(value)) return []
  const call = inside(value, 'FuncCall')
  const name = call === undefined ? [] : [nameOf(nodes(call.funcname).at(-1))]
  return [...name, ...Object.values(value).flatMap(callsIn)]
}

/** What each statement of `text` reaches and calls. */
export async function statementsIn(text: string, columns: Columns): Promise<Statement[]> {
  const { stmts } = (await parse(text)) as { stmts?: readonly { stmt?: Node }[] }
  return (stmts ?? []).map(({ stmt }) => {
    const reading = new StatementAnalysis(columns)
    if (stmt !== undefined) reading.statement(stmt, null, new Map())
    const reached = reading.reached.map(({ table, isChanged, range }) => ({
      table,
      isChanged,
      isPinned: (column: string) => {
        const one = range(column)
        return one !== null && reading.sameness.isGiven(one)
      },
    }))
    return { reached, calls: callsIn(stmt).filter(name => !reading.apart.includes(name)) }
  })
}
