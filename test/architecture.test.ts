// The house keeps its shape: who may import whom (docs/architecture.md), without a dependency of its own.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const SOURCE = fileURLToPath(new URL('../src', import.meta.url))

type Import = { readonly from: string; readonly to: string; readonly isPackage: boolean }

const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
  .map(entry => relative(SOURCE, join(entry.parentPath, entry.name)))

const isTest = (file: string): boolean => file.endsWith('.test.ts') || file.endsWith('.test.tsx')

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SOURCE, file), 'utf8')
  const specifiers = text.matchAll(
    /(?:^|\s)(?:import|export)\s[^'"`]*?from\s+'([^']+)'|import\s*\(?\s*'([^']+)'/g,
  )
  return [...specifiers].map(([, named, bare]) => {
    const specifier = named ?? bare ?? ''
    if (specifier.startsWith('#')) return { from: file, to: specifier.slice(1), isPackage: false }
    if (!specifier.startsWith('.')) return { from: file, to: specifier, isPackage: true }
    return {
      from: file,
      to: relative(SOURCE, resolve(SOURCE, dirname(file), specifier)),
      isPackage: false,
    }
  })
}

const product = files.filter(file => !isTest(file))
const imports = product.flatMap(importsOf)
const relativeImports = imports.filter(({ isPackage }) => !isPackage)
const describeImport = ({ from, to }: Import): string => `${from} imports ${to}`
const layerOf = (file: string): string => file.split('/')[0] ?? ''

/** `tickets` of `server/tickets/store.ts`; null for files that belong to no noun or place. */
const folderWithin = (room: string, file: string): string | null => {
  const [first, second, third] = file.split('/')
  return first === room && third !== undefined ? (second ?? null) : null
}

const INFRASTRUCTURE_FOLDERS = new Set(['gate', 'sign-in', 'database', 'outside', 'cast'])
const featureOf = (file: string): string | null => {
  const folder = folderWithin('server', file)
  return folder === null || INFRASTRUCTURE_FOLDERS.has(folder) ? null : folder
}

const NON_PAGE_FOLDERS = new Set(['ui', 'parts', 'live', 'static'])
const audienceOf = (file: string): string | null => {
  const folder = folderWithin('web', file)
  return folder === null || NON_PAGE_FOLDERS.has(folder) ? null : folder
}

describe('the rooms', () => {
  const MAY_REACH: Readonly<Record<string, readonly string[]>> = {
    domain: ['domain'],
    contract: ['contract', 'domain'],
    server: ['server', 'contract', 'domain'],
    web: ['web', 'contract', 'domain'],
  }

  test('there is something to look at', () => {
    expect(product.length).toBeGreaterThan(50)
    expect(relativeImports.length).toBeGreaterThan(100)
    for (const room of Object.keys(MAY_REACH)) expect(files.some(file => layerOf(file) === room)).toBe(true)
  })

  test('every import stays within what its room may reach', () => {
    const strays = relativeImports.filter(
      ({ from, to }) => !(MAY_REACH[layerOf(from)] ?? []).includes(layerOf(to)),
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  test('the domain imports no package, and the contract only what describes it', () => {
    const packages = imports.filter(({ isPackage }) => isPackage)
    const strays = packages.filter(({ from, to }) => {
      if (layerOf(from) === 'domain') return true
      return layerOf(from) === 'contract' && !['zod', '@orpc/contract'].includes(to)
    })
    expect(strays.map(describeImport)).toEqual([])
  })

  test('the web takes nothing from Node', () => {
    const strays = imports.filter(({ from, to }) => layerOf(from) === 'web' && to.startsWith('node:'))
    expect(strays.map(describeImport)).toEqual([])
  })

  test('the domain has no clock and no chance of its own', () => {
    const guilty = product
      .filter(file => layerOf(file) === 'domain')
      .filter(file =>
        /Date\.now|new Date\(\)|Math\.random|randomUUID/.test(readFileSync(join(SOURCE, file), 'utf8')),
      )
    expect(guilty).toEqual([])
  })
})

describe('the back room', () => {
  test('a noun uses the stores and the guards of others, never their commands or queries', () => {
    const strays = relativeImports.filter(({ from, to }) => {
      const [mine, theirs] = [featureOf(from), featureOf(to)]
      return mine !== null && theirs !== null && mine !== theirs && !/\/(store|guard)\.ts$/.test(to)
    })
    expect(strays.map(describeImport)).toEqual([])
  })

  test('queries and stores never import commands', () => {
    const strays = relativeImports.filter(
      ({ from, to }) => /\/(queries|store|rows)\.ts$/.test(from) && /commands\.ts$/.test(to),
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  test('work, live, database and outside know no noun', () => {
    const strays = relativeImports.filter(
      ({ from, to }) =>
        /^server\/(work\.ts|live\.ts|database\/|outside\/)/.test(from) && featureOf(to) !== null,
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  test('no store takes a company as an argument: the work knows whose it is', () => {
    const guilty = product
      .filter(file => /^server\/.*\/store\.ts$/.test(file))
      .filter(file =>
        /function \w+(<[^>]*>)?\([^)]*companyId\s*[:,)]/.test(readFileSync(join(SOURCE, file), 'utf8')),
      )
    expect(guilty).toEqual([])
  })
})

describe('the front', () => {
  test('a place never imports another place', () => {
    const strays = relativeImports.filter(({ from, to }) => {
      const [mine, theirs] = [audienceOf(from), audienceOf(to)]
      return mine !== null && theirs !== null && mine !== theirs
    })
    expect(strays.map(describeImport)).toEqual([])
  })

  test('ui, parts and live import no place, and ui knows nothing of the trade', () => {
    const strays = relativeImports.filter(({ from, to }) => {
      const isPiece = /^web\/(ui|parts|live)\//.test(from)
      const isTrade = from.startsWith('web/ui/') && !to.startsWith('web/ui/')
      return (isPiece && audienceOf(to) !== null) || isTrade
    })
    expect(strays.map(describeImport)).toEqual([])
  })
})

describe('the manners', () => {
  test('there are no circles', () => {
    const targets = new Map<string, string[]>()
    for (const { from, to } of relativeImports) targets.set(from, [...(targets.get(from) ?? []), to])
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (done.has(file) || path.includes(file)) return
      for (const next of targets.get(file) ?? []) visit(next, [...path, file])
      done.add(file)
    }
    for (const file of product) visit(file, [])
    expect(circles).toEqual([])
  })

  test('there are no barrels but the contract itself', () => {
    const guilty = product.filter(file =>
      /^export (\*|\{[^}]*\}) from /m.test(readFileSync(join(SOURCE, file), 'utf8')),
    )
    expect(guilty).toEqual([])
  })

  test('names are kebab-case, and nothing is called utils, helpers or misc', () => {
    const guilty = files.filter(
      file =>
        !/^([a-z0-9-]+\/)*[a-z0-9-]+(\.test)?\.tsx?$/.test(file) ||
        /(^|\/)(utils?|helpers?|misc|common)(\/|\.)/.test(file),
    )
    expect(guilty).toEqual([])
  })
})
