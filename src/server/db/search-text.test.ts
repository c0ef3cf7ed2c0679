import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { normalizeText } from '#domain/lib/search-terms.ts'
import { customerSearchText } from '#domain/tickets/customer-search-terms.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** What PostgreSQL generates for companies with these names, and no address or phone number. */
async function searchTextsOf(names: readonly string[]): Promise<string[]> {
  await sql`delete from directory where version >= 5000000`.execute(app.database)
  await sql`
    insert into directory (company_id, version, company_name, company_phone, trusted, verified)
    select gen_random_uuid(), 5000000 + n, name, '', false, false
    from unnest(${[...names]}::text[]) with ordinality as named(name, n)`.execute(app.database)
  const { rows } = await sql<{ searchText: string }>`
    select search_words as search_text from directory where version >= 5000000 order by version`.execute(
    app.database,
  )
  return rows.map(({ searchText }) => searchText)
}

const expected = (name: string): string => ` ${normalizeText(`${name} /  / `)} `

const TEXTS = [
  'O’Brien & Søn',
  'O‘Brien "Red" O`Brien O´Brien Oʼbrien',
  'Peña Łódź Straße ĞÜL Ægir Þór Œuvre ŞİIı ΟΔΟΣ ﬁfth',
  'Smith–Jones Smith—Jones Smith‑Jones Smith-Jones',
  '+15745550142 1-574-555-0142 (574) 555-0142 574.555.0142 1 (574) 555 – 0142',
  '15745550142x12 5745550142 49301234567 +49 30 1234567 011 52 55 1234 5678',
  '46516-1234 2012 30 123 456 78901 12345678901 817945',
  'No\u00a0break\u2009thin\tTab\nLine\u200bzero\u00adsoft\ufeff',
  '..,;:()#*[] ',
  '100% of_it \\ / {x} a+b',
]

/** Latin, Greek, Cyrillic, marks, punctuation, symbols, and the forms that decompose to them. */
const RANGES = [
  [0x20, 0x52f],
  [0x1ab0, 0x1abd],
  [0x1e00, 0x214f],
  [0x2150, 0x22ff],
  [0x2460, 0x24ff],
  [0x3000, 0x3003],
  [0xfb00, 0xfb06],
  [0xfe50, 0xfe6b],
  [0xff01, 0xff5e],
] as const

test('PostgreSQL and JavaScript normalize every letter and sign alike', async () => {
  const characters = RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)),
  )
  const names = [...TEXTS, ...characters.map(character => `a${character}1${character}`)]
  const generated = await searchTextsOf(names)
  const different = names.filter((name, n) => generated[n] !== expected(name))
  expect(different.map(name => [name, name.codePointAt(1)?.toString(16)])).toEqual([])
})

test('PostgreSQL and JavaScript find the same phone numbers in any text', async () => {
  const sign = fc.constantFrom(...'0123456789+-–. ()/xextÉ’#1574')
  const part = fc.constantFrom('574', '555', '0142', '1', '+1', '-', ' ', '(', ')', '.', '5745550142', 'x12')
  const names = fc.sample(
    fc.oneof(
      fc.string({ unit: sign, maxLength: 40 }),
      fc.array(part, { maxLength: 12 }).map(parts => parts.join('')),
    ),
    4000,
  )
  const generated = await searchTextsOf(names)
  expect(names.filter((name, n) => generated[n] !== expected(name))).toEqual([])
})

test('the search text of an imported customer is that of a ticket’s customer', async () => {
  const people = TEXTS.map((text, n) => ({
    firstName: text,
    lastName: `Número ${n}`,
    email: `o'b.${n}@Mail.example`,
  }))
  const phones = [
    '(574) 555-0142 ext. 12',
    '+1 574 555 0142',
    '15745550142',
    '+49 30 1234567',
    '555-0142 X 7',
    '',
  ]
  const rows = people.flatMap(person => phones.map(phone => ({ ...person, phone })))
  const importId = crypto.randomUUID()
  await sql`
    insert into import_run (company_id, import_id, state, source, file_name, file_hash, row_count, report, started_at,
      started_by, started_by_name)
    select company_id, ${importId}, 'done', 'customers', 'x.csv', '', 1, '{}', now(), company_id, 'Dana' from company limit 1`.execute(
    app.database,
  )
  const { rows: found } = await sql<{ searchText: string }>`
    insert into imported_customer (company_id, customer_id, first_name, last_name, email, phone, import_id, added_at)
    select company_id, gen_random_uuid(), first_name, last_name, email, phone, ${importId}, now()
    from import_run, jsonb_to_recordset(${JSON.stringify(
      rows.map(({ firstName, lastName, email, phone }) => ({
        first_name: firstName,
        last_name: lastName,
        email,
        phone,
      })),
    )}::jsonb) as row(first_name text, last_name text, email text, phone text)
    where import_id = ${importId}
    returning search_text`.execute(app.database)
  expect(found.map(({ searchText }) => searchText).sort()).toEqual(rows.map(customerSearchText).sort())
})
