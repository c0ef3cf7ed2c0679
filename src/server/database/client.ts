// The client of every pooled connection: a message of several statements has one answer.

import pg from 'pg'

/** Several answers of one message come as a list; whoever asked wants the rows of the last that has any. */
type Answer = pg.QueryResult | pg.QueryResult[]
const lastOf = (answer: Answer): pg.QueryResult | undefined =>
  Array.isArray(answer) ? (answer.findLast(({ fields }) => fields.length > 0) ?? answer.at(-1)) : answer

/** A client that answers a message of several statements with the rows of the last that gives any. */
export class OneMessageClient extends pg.Client {
  // pg's own signature is eight overloads; the pool and Kysely use these two forms.
  override query(...asked: unknown[]): never {
    const answer = (super.query as (...asked: unknown[]) => unknown).apply(this, asked)
    return (answer instanceof Promise ? answer.then(lastOf) : answer) as never
  }
}
