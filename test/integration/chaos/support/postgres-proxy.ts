// A proxy for PostgreSQL: closed, it is unavailable; frozen, it is silent; and it can close just before a response
// arrives.

import { rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'

export type PostgresProxy = {
  /** The connection to the database through it. */
  readonly connection: pg.ClientConfig
  readonly close: () => void
  readonly freeze: () => void
  readonly open: () => void
  /** Closes once a commit was sent: it happens, and its response is lost. */
  readonly closeOnCommit: () => void
  readonly stop: () => Promise<void>
}

/** `folder`: a short path for its socket. */
export async function startPostgresProxy(to: pg.ClientConfig, folder: string): Promise<PostgresProxy> {
  const port = 5432
  const path = join(folder, `.s.PGSQL.${port}`)
  const behind = join(to.host ?? '', `.s.PGSQL.${to.port ?? port}`)
  const sockets = new Set<Socket>()
  let isClosed = false
  let isFrozen = false
  let closesOnCommit = false

  const shut = (): void => {
    isClosed = true
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer(client => {
    if (isClosed) return client.destroy()
    const database = createConnection(behind)
    let isUnheard = false
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    client.on('data', chunk => {
      if (isFrozen) return
      isUnheard = closesOnCommit && chunk.toString('latin1').toLowerCase().includes('commit\0')
      database.write(chunk)
    })
    database.on('data', chunk => {
      if (isFrozen) return
      // The response to the commit: it has happened.
      if (isUnheard) shut()
      else client.write(chunk)
    })
  })
  await new Promise<void>(resolve => server.listen(path, resolve))
  return {
    connection: { ...to, host: folder, port },
    close: shut,
    freeze: () => {
      isFrozen = true
    },
    open: () => {
      // What was lost while it was frozen is lost.
      if (isFrozen) for (const socket of sockets) socket.destroy()
      isClosed = false
      isFrozen = false
      closesOnCommit = false
    },
    closeOnCommit: () => {
      closesOnCommit = true
    },
    stop: async () => {
      shut()
      server.close()
      await rm(path, { force: true })
    },
  }
}
