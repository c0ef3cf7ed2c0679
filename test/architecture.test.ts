// Enforces the structure in docs/architecture.md: imports, their order, and names.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { DISTRIBUTION } from '#server/db/schema.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TOP_FOLDERS = ['src', 'test', 'bench', 'scripts', 'apps']
const LAYERS = ['domain', 'contract', 'server', 'web']

/** Server features from the bottom up: one may use the store, tables, middleware, tokens and codes of those before it. */
const FEATURE_ORDER = [
  'companies',
  'preferences',
  'employees',
  'imported-customers',
  'customers',
  'rigs',
  'work-history',
  'push-subscriptions',
  'ledger',
  'addenda',
  'signatures',
  'tickets',
  'clocks',
  'shop-clock',
  'ticket-helpers',
  'bay',
  'notices',
  'rig-claims',
  'customer-links',
  'walkarounds',
  'signing',
  'components',
  'billing',
  'receivables',
  'approvals',
  'on-hold',
  'messages',
  'photos',
  'bookings',
  'promised-days',
  'ticket-days',
  'schedule',
  'service-bays',
  'status-updates',
  'stock',
  'purchase-orders',
  'reviews',
  'end-of-day',
  'reports',
  'documents',
  'customer-view',
  'rv-owners',
  'spreadsheet-import',
  'customer-erasure',
  'platform-admin',
  'export',
  'tree-import',
  'account',
  'audit',
  'address-search',
  'downloads',
  'web-vitals',
]

/** Composes features; what starts the program imports it. */
const COMPOSITION_FOLDER = 'src/server/app/'
const STARTERS = ['src/server/app/', 'src/server/process/', 'src/server/main.ts']

/**
 * Lists of everything of one kind. A short file imported only by them may stay separate, and what they list may use the
 * files beside them.
 */
const LISTS = [
  ...['src/server/app/router.ts', 'src/contract/index.ts', 'src/web/router.tsx'],
  'src/server/features/export/declared-records.ts',
]

/** Letters of the alphabet, not emails. */
const ALPHABET = ['lettersOf', 'YEAR_LETTERS', 'LETTER_VALUES', 'LETTERS', 'BY_LETTER']

/** Current violations. This list may only get shorter: an unneeded entry fails its test. */
const KNOWN_EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'small style sheet': [
    // Used by pages of the desk and of the customer, which share no other style sheet.
    'src/web/features/approvals/line-changes.module.css',
  ],
  'table of a feature above': [
    // Pricing rules are billing's; companies, tickets and their amounts say them.
    ...['companies: billing_setting', 'tickets: billing_setting'],
    // A page of a company says how many people it has.
    'companies: employee',
    // What was invoiced and paid, for features below billing, which alone writes it.
    ...['ledger: invoice', 'ledger: ledger_entry'],
    // A ticket is read whole in one statement, with what it waits for: more would be round trips of every command.
    ...['tickets: clock_session', 'tickets: photo', 'tickets: ticket_hold', 'tickets: approval_line'],
    ...['tickets: planned_assignment', 'tickets: booking', 'tickets: approval_request', 'addenda: photo'],
    ...['tickets: service_bay', 'tickets: invoice'],
    // Whose a rig is follows from the tickets and bookings that name it.
    ...['customers: ticket', 'customers: rig', 'rigs: ticket', 'rigs: booking'],
    // What a customer is billed depends on what they approved, and on where the work is.
    ...['billing: approval_request', 'billing: approval_line', 'billing: booking'],
    // Archives made before have what is erased, so they end with it.
    ...['bookings: company_export', 'customer-erasure: company_export', 'platform-admin: company_export'],
  ],
  // The signed app was made from exactly these; renaming them takes its key.
  'banned word in a path': ['apps/android/res/values-night/paper.xml', 'apps/android/res/values/paper.xml'],
  'banned word in a declaration': [
    'apps/android/assets/address.js: told',
    // Letters of the alphabet.
    'src/domain/lib/password.ts: letters',
    'src/domain/rigs/vin.ts: letters',
  ],
}

/** Metaphors for things with a usual name, and words that name nothing. */
const BANNED_WORDS = new Set(
  `cast crew deed deeds door doorbell doorbells doors fleet foresee foreseen gate gates herald heralds house
  houses keeper kept letter letters mend mended met mood news paper papers picture pictures postman premises seat
  seats standing said stories story stranger told torture trail wall walls way ways wish wishes`.split(/\s+/),
)
const BANNED_NAMES = new Set(['Place', 'Seen'])

type Import = {
  readonly from: string
  readonly to: string
  readonly isPackage: boolean
  /** The text between `import` and `from`; null for `import '…'` and `import('…')`. */
  readonly clause: string | null
  readonly isLazy: boolean
}

const everyFile = TOP_FOLDERS.flatMap(top =>
  readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter(file => !file.includes('node_modules/')),
)
const sources = [
  ...everyFile.filter(file => /\.(ts|tsx|mjs|cjs|js)$/.test(file)),
  'playwright.config.ts',
  'vite.config.ts',
  'vitest.config.ts',
]
const textOf = new Map(sources.map(file => [file, readFileSync(join(ROOT, file), 'utf8')]))
const read = (file: string): string => textOf.get(file) ?? ''
const countLines = (file: string): number => read(file).split('\n').length - 1

function importsOf(file: string): Import[] {
  const specifiers = read(file).matchAll(
    /(?:^|\s)(?:import|export)\s([^'"`]*?)from\s+['"]([^'"]+)['"]|(?:^import\s*|\bimport\s*(\())\s*['"]([^'"]+)['"]/gm,
  )
  return [...specifiers].map(([, clause = null, named, parenthesis, bare]) => {
    const specifier = named ?? bare ?? ''
    const found = { from: file, clause, isLazy: parenthesis === '(' }
    if (specifier.startsWith('#')) return { ...found, to: `src/${specifier.slice(1)}`, isPackage: false }
    if (!specifier.startsWith('.')) return { ...found, to: specifier, isPackage: true }
    return { ...found, to: relative(ROOT, resolve(ROOT, dirname(file), specifier)), isPackage: false }
  })
}

/** `Map.groupBy`, which Node 20 does not have. */
function groupBy<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}

/** Examples are read by tests alone. */
const isTest = (file: string): boolean =>
  /(\.(test|spec)\.tsx?|^src\/server\/features\/[^/]+\/examples\.ts)$/.test(file)
const product = sources.filter(file => file.startsWith('src/') && !isTest(file))
const isProduct = new Set(product)
const allImports = sources.flatMap(importsOf)
const imports = allImports.filter(({ from }) => isProduct.has(from))
const localImports = imports.filter(({ isPackage }) => !isPackage)
const importersOf = groupBy(
  allImports.filter(({ isPackage }) => !isPackage),
  ({ to }) => to,
)

const describeImport = ({ from, to }: { from: string; to: string }): string => `${from} → ${to}`
const layerOf = (file: string): string => /^src\/([^/]+)\//.exec(file)?.[1] ?? ''
const featureOf = (file: string): string | null => /^src\/server\/features\/([^/]+)\//.exec(file)?.[1] ?? null
const audienceOf = (file: string): string | null => /^src\/web\/pages\/([^/]+)\//.exec(file)?.[1] ?? null
const pageFolderOf = (file: string): string | null =>
  /^src\/web\/pages\/([^/]+\/[^/]+)\//.exec(file)?.[1] ?? null
const inWeb = (file: string, ...folders: readonly string[]): boolean =>
  folders.some(folder => file.startsWith(`src/web/${folder}/`))

/** Only the known exceptions violate the rule, and each of them still does. */
function expectOnlyKnown(rule: string, found: readonly string[]): void {
  expect([...new Set(found)].sort()).toEqual([...(KNOWN_EXCEPTIONS[rule] ?? [])].sort())
}

/** For every node, the nodes reachable from it. */
function reachability(edges: readonly (readonly [string, string])[]): (from: string) => ReadonlySet<string> {
  const targets = groupBy(edges, ([from]) => from)
  return start => {
    const reached = new Set<string>()
    const queue = [start]
    for (let node = queue.pop(); node !== undefined; node = queue.pop())
      for (const [, to] of targets.get(node) ?? [])
        if (!reached.has(to)) {
          reached.add(to)
          queue.push(to)
        }
    return reached
  }
}

describe('layers', () => {
  const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
    domain: ['domain'],
    contract: ['contract', 'domain'],
    server: ['server', 'contract', 'domain'],
    web: ['web', 'contract', 'domain'],
  }

  test('every layer has files, and their imports are found', () => {
    expect(product.length).toBeGreaterThan(50)
    expect(localImports.length).toBeGreaterThan(100)
    for (const layer of LAYERS) expect(product.some(file => layerOf(file) === layer)).toBe(true)
    expect(
      localImports.filter(({ to }) => /\.tsx?$/.test(to) && !isProduct.has(to)).map(describeImport),
    ).toEqual([])
  })

  test('every import stays within what its layer may import', () => {
    const strays = localImports.filter(
      ({ from, to }) => !(MAY_IMPORT[layerOf(from)] ?? []).includes(layerOf(to)),
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  test('the domain imports no package, and the contract only what describes it', () => {
    const strays = imports.filter(({ from, to, isPackage }) => {
      if (!isPackage) return false
      if (layerOf(from) === 'domain') return true
      return layerOf(from) === 'contract' && !['zod', '@orpc/contract'].includes(to)
    })
    expect(strays.map(describeImport)).toEqual([])
  })

  test('the web imports nothing of Node', () => {
    const strays = imports.filter(({ from, to }) => layerOf(from) === 'web' && to.startsWith('node:'))
    expect(strays.map(describeImport)).toEqual([])
  })

  test('the domain has no clock and no random numbers of its own', () => {
    const guilty = product
      .filter(file => layerOf(file) === 'domain')
      .filter(file => /Date\.now|new Date\(\)|Math\.random|randomUUID/.test(read(file)))
    expect(guilty).toEqual([])
  })
})

describe('server', () => {
  const betweenFeatures = localImports.filter(({ from, to }) => {
    const [own, other] = [featureOf(from), featureOf(to)]
    return own !== null && other !== null && own !== other
  })

  test('only main.ts lies loose in src/server', () => {
    expect(product.filter(file => /^src\/server\/[^/]+$/.test(file))).toEqual(['src/server/main.ts'])
  })

  test('platform folders import no feature: app/ composes them', () => {
    const strays = localImports.filter(
      ({ from, to }) =>
        layerOf(from) === 'server' &&
        featureOf(from) === null &&
        featureOf(to) !== null &&
        !from.startsWith(COMPOSITION_FOLDER),
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  test('only what starts the program imports app/', () => {
    const strays = localImports.filter(
      ({ from, to }) =>
        to.startsWith(COMPOSITION_FOLDER) && !STARTERS.some(starter => from.startsWith(starter)),
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  test('a feature imports only the store, tables, lists, middleware, token and claim codes of another', () => {
    const strays = betweenFeatures.filter(
      ({ to }) =>
        !/\/((\w+-)*store|tables|middleware|token|claim-codes)\.ts$/.test(to) && !LISTS.includes(to),
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  test('the order names every feature once', () => {
    const features = product.map(featureOf).filter(feature => feature !== null)
    expect([...FEATURE_ORDER].sort()).toEqual([...new Set(features)].sort())
  })

  test('a feature imports only features below it', () => {
    const strays = betweenFeatures
      .map(({ from, to }) => ({ from: featureOf(from) ?? '', to: featureOf(to) ?? '' }))
      .filter(({ from, to }) => FEATURE_ORDER.indexOf(to) > FEATURE_ORDER.indexOf(from))
    expect(strays.map(describeImport)).toEqual([])
  })

  /** The tables that a text names in Kysely's calls or in SQL; `word` is what comes before their names. */
  const tablesIn = (text: string, calls: string, word: string): string[] =>
    [
      ...[
        ...text.matchAll(new RegExp(`\\b(?:${calls})\\((?:(?:work|scope), )?(?:'\\w+', )?\\s*'(\\w+)`, 'g')),
      ].map(([, name = '']) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)),
      ...[...text.matchAll(new RegExp(`\\b(?:${word})\\s+(\\w+)`, 'g'))].map(([, name = '']) => name),
    ].filter(name => name in DISTRIBUTION)

  test('a feature asks only tables of its own and of features below: of the lowest that inserts into them', () => {
    const files = product.filter(file => featureOf(file) !== null)
    const rank = (file: string): number => FEATURE_ORDER.indexOf(featureOf(file) ?? '')
    const owners = new Map<string, number>()
    for (const file of files)
      for (const table of tablesIn(read(file), 'insertInto|insert|upsert', 'insert into'))
        owners.set(table, Math.min(owners.get(table) ?? Number.POSITIVE_INFINITY, rank(file)))
    expect(owners.size).toBeGreaterThan(45)
    const calls =
      '(?:from|update|save|remove|selectFrom|updateTable|deleteFrom|\\w+Join|isOnTicket|rowsOnTicket|sql\\.table)'
    const strays = files.flatMap(file =>
      tablesIn(read(file), calls, 'from|join|update|delete from')
        .filter(table => rank(file) < (owners.get(table) ?? 0))
        .map(table => `${featureOf(file)}: ${table}`),
    )
    expectOnlyKnown('table of a feature above', strays)
  })

  test('queries and stores never import commands', () => {
    const strays = localImports.filter(
      ({ from, to }) => /[/-](queries|store|row-mapper)\.ts$/.test(from) && /commands\.ts$/.test(to),
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  test('no store takes a company as an argument: the unit of work knows whose it is', () => {
    const guilty = product
      .filter(file => /^src\/server\/.*[/-]store\.ts$/.test(file))
      .filter(file => /function \w+(<[^>]*>)?\([^)]*companyId\s*[:,)]/.test(read(file)))
    expect(guilty).toEqual([])
  })
})

describe('web', () => {
  test("a page never imports another audience's page", () => {
    const strays = localImports.filter(({ from, to }) => {
      const [own, other] = [audienceOf(from), audienceOf(to)]
      return own !== null && other !== null && own !== other
    })
    expect(strays.map(describeImport)).toEqual([])
  })

  test("a page's folder imports no other page's folder", () => {
    const strays = localImports.filter(({ from, to }) => {
      const [own, other] = [pageFolderOf(from), pageFolderOf(to)]
      return own !== null && other !== null && own !== other
    })
    expect(strays.map(describeImport)).toEqual([])
  })

  test('features import no page, and ui and api neither page nor feature', () => {
    const strays = localImports.filter(
      ({ from, to }) =>
        (inWeb(from, 'features', 'bay', 'ui', 'api') && inWeb(to, 'pages')) ||
        (inWeb(from, 'bay/outbox', 'ui', 'api') && inWeb(to, 'features')),
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  test('of the bay, features import only the outbox, and ui and api nothing', () => {
    const strays = localImports.filter(
      ({ from, to }) =>
        (inWeb(from, 'features', 'bay/outbox') && inWeb(to, 'bay') && !inWeb(to, 'bay/outbox')) ||
        (inWeb(from, 'ui', 'api') && inWeb(to, 'bay')),
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  test('only the entry points, the router and the app import the files beside them', () => {
    const strays = localImports.filter(
      ({ from, to }) => inWeb(from, 'pages', 'bay', 'features', 'ui', 'api') && /^src\/web\/[^/]+$/.test(to),
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  test('ui knows nothing of RVs: it imports only ui', () => {
    const strays = localImports.filter(({ from, to }) => inWeb(from, 'ui') && !inWeb(to, 'ui'))
    expect(strays.map(describeImport)).toEqual([])
  })
})

describe('style sheets', () => {
  test('every class that a component names is in its style sheet', () => {
    const missing = imports
      .filter(({ to, clause }) => to.endsWith('.module.css') && clause !== null)
      .flatMap(({ from, to, clause }) => {
        const sheet = readFileSync(join(ROOT, to), 'utf8')
        const named = read(from).matchAll(new RegExp(`(?<![/\\w])${clause?.trim()}\\.(\\w+)`, 'g'))
        return [...named]
          .filter(([, name]) => !new RegExp(`\\.${name}(?![\\w-])`).test(sheet))
          .map(([use]) => `${from}: ${use}`)
      })
    expect(missing).toEqual([])
  })
})

describe('cycles', () => {
  test('no files import each other in a cycle', () => {
    const targets = groupBy(localImports, ({ from }) => from)
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (done.has(file) || path.includes(file)) return
      for (const { to } of targets.get(file) ?? []) visit(to, [...path, file])
      done.add(file)
    }
    for (const file of product) visit(file, [])
    expect(cycles).toEqual([])
  })

  test('no folders import each other in a cycle, lists aside', () => {
    const edges = localImports
      // A style sheet imports nothing, so it is in no cycle.
      .filter(({ to }) => isProduct.has(to))
      .filter(({ from }) => !LISTS.includes(from))
      .filter(({ from, to }) => dirname(from) !== dirname(to))
      .map(({ from, to }) => [dirname(from), dirname(to)] as const)
    const reachedFrom = reachability(edges)
    const folders = [...new Set(edges.map(([from]) => from))]
    expect(folders.filter(folder => reachedFrom(folder).has(folder))).toEqual([])
  })
})

describe('size', () => {
  test('no file under 25 lines has one importer that could take it in', () => {
    const small = product.filter(file => {
      const imported = importersOf.get(file) ?? []
      const [importer, ...others] = new Set(imported.map(({ from }) => from))
      return (
        countLines(file) < 25 &&
        importer !== undefined &&
        others.length === 0 &&
        !LISTS.includes(importer) &&
        !imported.some(({ isLazy }) => isLazy) &&
        !/-worker\.(ts|cjs)$/.test(file) &&
        layerOf(importer) === layerOf(file) &&
        countLines(importer) + countLines(file) < 220
      )
    })
    expect(small).toEqual([])
  })

  test('no CSS module under 20 lines has one importer', () => {
    const small = everyFile.filter(
      file =>
        file.endsWith('.module.css') &&
        readFileSync(join(ROOT, file), 'utf8').split('\n').length <= 20 &&
        new Set(importersOf.get(file)?.map(({ from }) => from)).size === 1,
    )
    expectOnlyKnown('small style sheet', small)
  })

  test('no folder has more than 40 files of its own', () => {
    // Migrations are never edited or merged, so their folder only grows; their numbers are its order.
    const others = everyFile.filter(file => !file.startsWith('src/server/db/migrations/'))
    const crowded = [...groupBy(others, file => dirname(file))].filter(([, files]) => files.length > 40)
    expect(crowded.map(([folder]) => folder)).toEqual([])
  })
})

describe('names', () => {
  const DECLARATION =
    /^\s*(?:export )?(?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm
  const wordsOf = (name: string): string[] =>
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
      .toLowerCase()
      .split(/[\s_.-]+/)
  const isBanned = (name: string): boolean =>
    !ALPHABET.includes(name) && (BANNED_NAMES.has(name) || wordsOf(name).some(word => BANNED_WORDS.has(word)))

  test('no banned word is a part of the name of a file or folder', () => {
    const found = everyFile.flatMap(file => {
      const parts = file.split('/')
      const index = parts.findIndex(isBanned)
      return index < 0 ? [] : [parts.slice(0, index + 1).join('/')]
    })
    expectOnlyKnown('banned word in a path', found)
  })

  test('no banned word is a part of the name of what a file declares', () => {
    const found = sources.flatMap(file =>
      [...read(file).matchAll(DECLARATION)]
        .map(([, name = '']) => name)
        .filter(isBanned)
        .map(name => `${file}: ${name}`),
    )
    expectOnlyKnown('banned word in a declaration', found)
  })

  test('names are kebab-case, and nothing is called utils, helpers or misc', () => {
    const guilty = sources.filter(
      file =>
        !/^([a-z0-9-]+\/)*[a-z0-9-]+(\.(page|test|spec|long|chaos|citus|cluster|config|d))*\.(ts|tsx|mjs|cjs|js)$/.test(
          file,
        ) || /(^|\/)(utils?|helpers?|misc|common)(\/|\.)/.test(file),
    )
    expect(guilty).toEqual([])
  })
})

/** What browsers have only over https and on the same machine, and the files that handle its absence. */
const ONLY_OVER_HTTPS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bcrypto\.(randomUUID|subtle)\b/, []],
  [/\bnavigator\.locks\b/, ['src/web/api/browser/tab-lock.ts']],
  [/\bnavigator\.clipboard\b/, ['src/web/ui/feedback/share-link.ts']],
  [/\bnavigator\.mediaDevices\b/, ['src/web/features/rigs/scan/']],
]

describe('plain http', () => {
  test.each(ONLY_OVER_HTTPS)('%s is used only where its absence is handled', (pattern, handlers) => {
    const users = product.filter(
      file => /^src\/(web|domain|contract)\//.test(file) && pattern.test(read(file)),
    )
    expect(users.filter(file => !handlers.some(handler => file.startsWith(handler)))).toEqual([])
  })
})

describe('errors', () => {
  test('no code compares a message: a code decides', () => {
    // A read timeout of the database's driver has no code.
    const guilty = product.filter(
      file =>
        /(?<!typeof )\bmessage\s*[!=]==\s*(['"`]|[A-Z])/.test(read(file)) &&
        file !== 'src/server/lib/pg-errors.ts',
    )
    expect(guilty).toEqual([])
  })
})

describe('exports', () => {
  test('there are no barrels', () => {
    const guilty = product.filter(file => /^export (\*|\{[^}]*\}) from /m.test(read(file)))
    expect(guilty).toEqual([])
  })
})

describe('docs', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'apps/android/README.md',
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.md'))
      .map(file => `docs/${file}`),
  ]
  const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8')
  const countWords = (page: string): number => readPage(page).split(/\s+/).filter(Boolean).length

  test.each(pages)('%s names and links only files that exist', page => {
    const text = readPage(page)
    const named = [...text.matchAll(/`((?:src|test|docs|scripts|bench|deploy|apps|reference)\/[\w./-]+)`/g)]
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)]
    const paths = [
      ...named.map(([, path = '']) => path),
      ...linked.map(([, path = '']) => join(dirname(page), path)),
    ]
    expect(paths.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('the architecture and the guide for contributors stay short', () => {
    expect(countWords('docs/architecture.md')).toBeLessThanOrEqual(900)
    expect(countWords('CONTRIBUTING.md')).toBeLessThanOrEqual(900)
    expect(readPage('CONTRIBUTING.md').split('\n').length).toBeLessThanOrEqual(121)
  })
})
