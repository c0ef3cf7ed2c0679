/// <reference types="vite/types/importMeta.d.ts" />

// The numbered SQL files, in order. Each runs in its own transaction. A statement that PostgreSQL allows only outside
// one (CREATE INDEX CONCURRENTLY) has its own file, whose first line says so.

export type Migration = {
  /** Without extension, such as `004-company`; recorded in the database under this name. */
  readonly name: string
  readonly text: string
}

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** All migrations of this program, oldest first. */
export const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, text]) => ({ name: path.replace(/^.*\/(.*)\.sql$/, '$1'), text }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** Whether it is one statement that runs outside a transaction, and again after a crash. */
export const runsOutsideTransaction = ({ text }: Migration): boolean =>
  text.startsWith('-- outside a transaction')

/** The index that it builds concurrently; null for none. */
export const indexBuiltBy = ({ text }: Migration): string | null =>
  /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(text)?.[1] ?? null
