/** The embedded database cannot serve. The message is the whole sentence that the person who started it reads. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
  constructor(reason: string) {
    super(
      `The embedded PostgreSQL cannot start: ${reason.trim().replace(/\.$/, '')}; fix that, or set DATABASE_URL to your own PostgreSQL.`,
    )
  }
}
