/** The embedded database cannot start. The message is a complete sentence for the operator. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
  constructor(reason: string) {
    super(
      `The embedded PostgreSQL cannot start: ${reason.trim().replace(/\.$/, '')}; fix that, or set DATABASE_URL to your own PostgreSQL.`,
    )
  }
}
