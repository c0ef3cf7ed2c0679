import { spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadAuthSecret } from '#server/config/auth-secret.ts'
import { lockDataDir } from './data-dir-lock.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'rigwright-claims-')))
let folder: string
let count = 0

beforeEach(() => {
  folder = join(home, String(++count))
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('a data folder', () => {
  const program = join(home, 'claim.mjs')

  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'silent',
      build: { ssr: resolve(import.meta.dirname, 'data-dir-lock.ts'), outDir: join(home, 'bundle') },
    })
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      program,
      `import { lockDataDir } from './bundle/data-dir-lock.js'
      await lockDataDir(process.argv[2]).then(() => console.log('claimed'), error => console.log(error.message))
      setInterval(() => {}, 1000)`,
    )
  })

  async function claimElsewhere(dataDir: string) {
    const child = spawn(process.execPath, [program, dataDir])
    const output = await new Promise<string>(done =>
      child.stdout.once('data', chunk => done(String(chunk).trim())),
    )
    return { output, pid: child.pid, kill: () => kill(child) }
  }

  function kill(child: ReturnType<typeof spawn>): Promise<void> {
    return new Promise(done => {
      child.once('exit', () => done())
      child.kill('SIGKILL')
    })
  }

  test('is readable only by its owner', async () => {
    const claim = await lockDataDir(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    await claim.release()
  })

  test('has one owner: a second server gets an error with the folder and the process', async () => {
    const owner = await claimElsewhere(folder)
    expect(owner.output).toBe('claimed')
    await expect(lockDataDir(folder)).rejects.toThrow(
      `${folder} is in use by another running Rigwright (process ${owner.pid})`,
    )
    await owner.kill()
  })

  test('has one owner within one process, under any name', async () => {
    const claim = await lockDataDir(folder)
    symlinkSync(folder, `${folder}-alias`)
    await expect(lockDataDir(`${folder}-alias`)).rejects.toThrow(`process ${process.pid}`)
    await claim.release()
    await claim.release()
    await (await lockDataDir(folder)).release()
  })

  test('is free once its owner was killed', async () => {
    const owner = await claimElsewhere(folder)
    await owner.kill()
    await (await lockDataDir(folder)).release()
  })

  test('is not blocked by an unrelated process with the pid of a dead owner', async () => {
    const claim = await lockDataDir(folder)
    await claim.release()
    writeFileSync(join(folder, 'owner'), `${process.ppid}\n`)
    await (await lockDataDir(folder)).release()
  })

  test('goes to one of many that start at once', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(folder)))
    const claims = asked.filter(answer => answer.status === 'fulfilled')
    expect(claims).toHaveLength(1)
    await claims[0]?.value.release()
  })

  test('may have a long name with spaces', async () => {
    const long = join(home, 'Bluebonnet RV '.repeat(12).trim(), String(count))
    const claim = await lockDataDir(long)
    await expect(lockDataDir(long)).rejects.toThrow(long)
    await claim.release()
  })

  test('that cannot be created is refused with a message', async () => {
    writeFileSync(join(home, 'a-file'), '')
    await expect(lockDataDir(join(home, 'a-file', 'data'))).rejects.toThrow(/is not writable \(ENOTDIR\)/)
  })
})

describe('the secret', () => {
  test('is created once, readable only by its owner', async () => {
    const secret = await loadAuthSecret(folder)
    expect(secret.length).toBeGreaterThanOrEqual(43)
    expect(await loadAuthSecret(folder)).toBe(secret)
    expect(statSync(join(folder, 'auth-secret')).mode & 0o777).toBe(0o600)
  })

  test('is taken from the environment first', async () => {
    await loadAuthSecret(folder)
    expect(await loadAuthSecret(folder, 'from the environment')).toBe('from the environment')
  })

  test('left empty by a crash is created again', async () => {
    await loadAuthSecret(folder)
    writeFileSync(join(folder, 'auth-secret'), '')
    expect((await loadAuthSecret(folder)).length).toBeGreaterThanOrEqual(43)
  })
})
