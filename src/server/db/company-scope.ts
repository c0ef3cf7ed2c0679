// The tables of one company: its filter is added to every query.

import type {
  DeleteQueryBuilder,
  DeleteResult,
  Kysely,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import type { CompanyTables, Tables } from './schema.ts'
import { belongsToCompany } from './tenant-filter.ts'

export type CompanyTable = keyof CompanyTables
type NoColumns = Record<never, never>

export abstract class CompanyScope {
  abstract get database(): Kysely<Tables>
  abstract get companyId(): string

  // Kysely cannot express "any of these tables, each with a companyId" as a type parameter, so the filter is typed
  // for one table and returned with the builder's real type.

  from<T extends CompanyTable>(table: T): SelectQueryBuilder<Tables, T, NoColumns> {
    const scoped = this.database.selectFrom(table as 'ticket').where(belongsToCompany(table, this.companyId))
    return scoped as unknown as SelectQueryBuilder<Tables, T, NoColumns>
  }

  update<T extends CompanyTable>(table: T): UpdateQueryBuilder<Tables, T, T, UpdateResult> {
    const scoped = this.database.updateTable(table as 'ticket').where(belongsToCompany(table, this.companyId))
    return scoped as unknown as UpdateQueryBuilder<Tables, T, T, UpdateResult>
  }

  remove<T extends CompanyTable>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult> {
    const scoped = this.database.deleteFrom(table as 'ticket').where(belongsToCompany(table, this.companyId))
    return scoped as unknown as DeleteQueryBuilder<Tables, T, DeleteResult>
  }
}
