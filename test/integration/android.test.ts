// The committed Android app: what Android's installer would check, read without Android's tools.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { appLink } from '#domain/downloads/android-app-link.ts'
import { digestOfSources, SOURCES_FILE, version, versionCode } from '../../apps/android/sources.mjs'
import { all, readManifest } from '../support/android/manifest.ts'
import { signerOf } from '../support/android/signature.ts'
import { partsOf, unzip } from '../support/android/zip.ts'
import { PROJECT, read } from '../support/repo-files.ts'

const apk = readFileSync(join(PROJECT, 'reference/android/rigwright.apk'))
const files = unzip(apk)
const contentOf = (name: string): Buffer => files.get(name)?.content ?? Buffer.alloc(0)

describe('the APK signature', () => {
  const bytesOf = (from: number, to: number, step: number) =>
    Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => from + n * step)
  const changedAt = (at: number): Buffer => {
    const changed = Buffer.from(apk)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    return changed
  }

  test('is valid, by the key that apps/android/README.md names', () => {
    const certificate = signerOf(apk).raw
    expect(read('apps/android/README.md')).toContain(createHash('sha256').update(certificate).digest('hex'))
  })

  test('breaks when one bit of a file, of the directory, or of the end changes', () => {
    const { before, end } = partsOf(apk)
    const block = before.length - Number(before.readBigUInt64LE(before.length - 24)) - 8
    const contents = bytesOf(0, block, 61)
    const directory = bytesOf(before.length, apk.length - end.length, 7)
    const places = [...contents, ...directory, ...bytesOf(apk.length - end.length, apk.length, 1)]
    expect(places.length).toBeGreaterThan(400)
    for (const at of places) expect(() => signerOf(changedAt(at)), `byte ${at}`).toThrow()
  })

  test('breaks when one bit of itself, of its key or of its certificate changes', () => {
    const { before } = partsOf(apk)
    const block = before.length - Number(before.readBigUInt64LE(before.length - 24)) - 8
    const length = Number(before.readBigUInt64LE(block + 8))
    // Size, id and the whole v2 block; what follows only fills the page.
    for (const at of bytesOf(block, block + 16 + length, 1))
      expect(() => signerOf(changedAt(at)), `byte ${at}`).toThrow()
  })

  test('is missed if it was removed', () => {
    const { before, directory, end } = partsOf(apk)
    const block = before.length - Number(before.readBigUInt64LE(before.length - 24)) - 8
    const unsignedEnd = Buffer.from(end)
    unsignedEnd.writeUInt32LE(block, 16)
    const unsigned = Buffer.concat([before.subarray(0, block), directory, unsignedEnd])
    expect(unzip(unsigned).size).toBe(files.size)
    expect(() => signerOf(unsigned)).toThrow('The file is not signed.')
  })
})

describe('the APK manifest', () => {
  const manifest = readManifest(contentOf('AndroidManifest.xml'))
  const [application] = all(manifest, 'application')
  const [sdk] = all(manifest, 'uses-sdk')

  test('has its name and version', () => {
    expect(manifest.attributes).toMatchObject({
      package: 'app.rigwright',
      versionName: version,
      versionCode: versionCode(version),
    })
    expect([versionCode('0.1.0'), versionCode('1.2.3')]).toEqual([100, 10_203])
  })

  test('is for Android 7 and newer, with a target before edge-to-edge', () => {
    expect(sdk?.attributes).toEqual({ minSdkVersion: 24, targetSdkVersion: 34 })
  })

  test('requests network access and nothing else', () => {
    const asked = manifest.children.filter(({ name }) => name.startsWith('uses-permission'))
    expect(asked.map(({ attributes }) => attributes.name)).toEqual(['android.permission.INTERNET'])
  })

  test('disables debugging and backups, and allows https only', () => {
    expect(application?.attributes).toMatchObject({ usesCleartextTraffic: false, allowBackup: false })
    for (const name of ['debuggable', 'networkSecurityConfig', 'testOnly'])
      expect(application?.attributes).not.toHaveProperty(name)
  })

  test('opens one screen, from the launcher and from our links', () => {
    const parts = application?.children.filter(({ name }) => name !== 'meta-data') ?? []
    expect(parts.map(({ name }) => name)).toEqual(['activity'])
    expect(parts[0]?.attributes).toMatchObject({ name: 'app.rigwright.Main', exported: true })
    const filters = all(manifest, 'intent-filter').map(({ children }) =>
      children.map(({ attributes: { name, scheme, host } }) => name ?? `${scheme}://${host}`),
    )
    expect(filters).toEqual([
      ['android.intent.action.MAIN', 'android.intent.category.LAUNCHER'],
      [
        'android.intent.action.VIEW',
        'android.intent.category.DEFAULT',
        'android.intent.category.BROWSABLE',
        'rigwright://open',
      ],
    ])
    expect(appLink('https://rv.example')).toMatch(/^rigwright:\/\/open\?/)
  })
})

describe('the APK files', () => {
  test('are built from the current sources', () => {
    expect(contentOf(SOURCES_FILE).toString()).toBe(digestOfSources())
    for (const name of ['server.html', 'unreachable.html', 'address.js', 'pages.css'])
      expect(contentOf(`assets/${name}`).toString()).toBe(read(`apps/android/assets/${name}`))
  })

  test('run on any phone, and are aligned for mapping into memory', () => {
    expect(apk.length).toBeLessThan(100_000)
    const resources = files.get('resources.arsc')
    expect([resources?.isStored, (resources?.at ?? 1) % 4]).toEqual([true, 0])
    for (const density of ['mdpi', 'hdpi', 'xhdpi', 'xxhdpi', 'xxxhdpi'])
      expect([...files.keys()]).toContain(`res/mipmap-${density}-v4/icon.png`)
    expect([...files.keys()]).toContain('res/mipmap-anydpi-v26/icon.xml')
  })

  test('contain code with correct checksums', () => {
    const code = contentOf('classes.dex')
    expect(code.subarray(0, 8).toString('latin1')).toBe('dex\n037\0')
    expect(code.readUInt32LE(8)).toBe(adler32(code.subarray(12)))
    expect(code.subarray(12, 32)).toEqual(createHash('sha1').update(code.subarray(32)).digest())
    expect(code.readUInt32LE(32)).toBe(code.length)
  })
})

describe('the page that asks for the server', () => {
  type Asked = { addressOf: (typed: string) => object; answer: (verb: string, details: object) => void }
  const location = { hash: '#word=w%201&now=', href: '' }
  const page = createContext({ URL, URLSearchParams, location }) as Asked
  runInContext(read('apps/android/assets/address.js'), page)

  test.each([
    ['', 'that your RV company gave you'],
    ['http://rv.example', 'has to begin with https://'],
    ['HTTP://rv.example', 'has to begin with https://'],
    ['ftp://rv.example', 'not the address of a server'],
    ['javascript:alert(1)', 'not the address of a server'],
    ['rv example', 'not the address of a server'],
    ['https://user@rv.example', 'not the address of a server'],
    ['https://', 'not the address of a server'],
  ])('refuses "%s" with a message', (typed, words) => {
    expect(page.addressOf(typed)).toEqual({ fault: expect.stringContaining(words) })
  })

  test.each([
    ['rv.example', 'https://rv.example'],
    ['  RV.Example/downloads?x=1#y ', 'https://rv.example'],
    ['https://rv.example:443/', 'https://rv.example'],
    ['rv.example:8443', 'https://rv.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('accepts "%s" as %s, in the format that the app checks again', (typed, server) => {
    expect(page.addressOf(typed)).toEqual({ server })
    const [, form = ''] = /"(https:\/\/\[.+)"/.exec(read('apps/android/smali/app/rigwright/Main.smali')) ?? []
    expect(server).toMatch(new RegExp(`^${form}$`))
  })

  test('passes on only its own token and the address, whatever they contain', () => {
    page.answer('use', { server: 'https://rv.example', path: '/a?b=c&server=d' })
    const { protocol, host, searchParams } = new URL(location.href)
    expect([protocol, host]).toEqual(['rigwright-app:', 'use'])
    expect(Object.fromEntries(searchParams)).toEqual({
      word: 'w 1',
      server: 'https://rv.example',
      path: '/a?b=c&server=d',
    })
  })
})

function adler32(bytes: Buffer): number {
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}
