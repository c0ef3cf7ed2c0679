import { describe, expect, test } from 'vitest'
import { exists, read } from '../support/repo-files.ts'

// No Docker here: only what these files name is checked.

const dockerfile = read('deploy/Dockerfile')
const unit = read('deploy/rigwright.service')
const compose = read('deploy/compose.yaml')

/** Read by Node itself. */
const NODE_VERSION = ['NODE_ENV']
const settings = [...read('src/server/config/settings.ts').matchAll(/^ {2}([A-Z_]+): setting\(/gm)].map(
  ([, name]) => name,
)

describe('every named setting exists', () => {
  const named = (text: string, form: RegExp): string[] =>
    [...text.matchAll(form)].flatMap(([, names = '']) => names.match(/\b[A-Z][A-Z_]+(?==|:|$)/gm) ?? [])

  test.each([
    ['in the Dockerfile', named(dockerfile, /^ENV (.+)$/gm)],
    ['in the systemd unit', named(unit, /^Environment=(.+)$/gm)],
    ['in the compose file', named(compose, /^ {6}([A-Z_]+):/gm)],
  ])('%s', (_, names) => {
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter(name => !settings.includes(name) && !NODE_VERSION.includes(name))).toEqual([])
  })
})

describe('the Dockerfile', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  )

  test('copies what exists', () => {
    expect(copied).toContain('package-lock.json')
    expect(copied.filter(name => !exists(name))).toEqual([])
  })

  test('leaves out nothing that the build or the server reads', () => {
    const ignored = read('.dockerignore').split('\n').filter(Boolean)
    const needed = [
      'package.json',
      'package-lock.json',
      '.npmrc',
      'reference',
      'scripts',
      'src',
      'vite.config.ts',
    ]
    expect(needed.filter(name => ignored.includes(name))).toEqual([])
    expect(needed.filter(name => !exists(name))).toEqual([])
  })

  test.each([
    ['the Dockerfile', dockerfile],
    ['the systemd unit', unit],
  ])('%s starts what the build makes', (_, text) => {
    const [, name] = /dist\/server\/(\w+)\.js/.exec(text) ?? []
    expect(read('vite.config.ts')).toContain(`${name}: 'src/server/${name}.ts'`)
  })

  test('has one exact Node.js version that package.json allows, an even one with long support', () => {
    const versions = new Set(
      [...dockerfile.matchAll(/^FROM node:(\d+\.\d+\.\d+)-/gm)].map(([, version = '']) => version),
    )
    const [, least] = /^>=(\d+)\./.exec(JSON.parse(read('package.json')).engines.node) ?? []
    expect(versions.size).toBe(1)
    for (const major of [...versions].map(version => Number.parseInt(version, 10))) {
      expect(major).toBeGreaterThanOrEqual(Number(least))
      expect(major % 2).toBe(0)
    }
  })
})

test('HTTPS takes ten lines of Caddy, to the port that the server listens on', () => {
  const lines = read('deploy/Caddyfile').trim().split('\n')
  expect(lines.length).toBeLessThanOrEqual(10)
  expect(lines.some(line => line.includes('reverse_proxy 127.0.0.1:3000'))).toBe(true)
  expect(read('docs/deploy.md')).toContain('deploy/Caddyfile')
})
