import { describe, expect, test } from 'vitest'
import { findTable } from '#domain/spreadsheet-import/sheet-table.ts'
import { IMPORT_KINDS } from './import-kinds.ts'
import { readTable } from './read-table.ts'

const time = { now: new Date('2026-11-20T15:00:00Z'), timeZone: 'America/Indiana/Indianapolis' }

/** The rows of a file as the preview has them, and what is sent of those that are new. */
async function preview(
  kindName: keyof typeof IMPORT_KINDS,
  lines: readonly string[],
  facts: readonly string[] = [],
) {
  const kind = IMPORT_KINDS[kindName]
  const { lines: read } = await readTable(
    new TextEncoder().encode(lines.map(line => `${line}\r\n`).join('')) as Uint8Array<ArrayBuffer>,
  )
  const table = findTable(kind.sheet, read)
  const mapping = kind.sheet.guessColumns(table.headings)
  const rows = table.rows.map(cells => kind.sheet.toRow(cells, mapping, 'month-first'))
  const checked = kind.check(
    kind.sheet.completeRows(rows),
    rows.map(row => kind.errorsOf(row, time)),
    new Set(facts),
  )
  const sent = kind.toUnits(checked.filter(({ state }) => state === 'new').map(({ row }) => row))
  return { table, checked, sent: sent as Record<string, unknown>[] }
}

describe('a list of customers', () => {
  test('with shared emails brings all of its people, and says so', async () => {
    const { checked, sent } = await preview('customers', [
      'First Name,Last Name,Email,Phone,Address,VIN,Year,Make,Model',
      'Dale,Hoover,hoovers@mail.example,(574) 555-0160,"41 Birch Lane, Goshen, IN 46526",,2015,Jayco,Eagle',
      'June,Hoover,hoovers@mail.example,(574) 555-0161,"9 Lake Road, Syracuse, IN 46567",,2019,Winnebago,View',
      'Walt,Ames,none@none.example,(574) 555-0162,,,,,',
      'Vera,Lund,none@none.example,(574) 555-0163,,,,,',
      'Otis,Quade,none@none.example,(574) 555-0164,,,,,',
      'Otis,Quade,NONE@none.example,574 555 0164,,,,,',
    ])
    expect(checked.map(({ state, note }) => [state, note])).toEqual([
      ['new', '2 rows have this email. Each of these people is imported.'],
      ['new', '2 rows have this email. Each of these people is imported.'],
      ['new', '4 rows have this email. Each of these people is imported.'],
      ['new', '4 rows have this email. Each of these people is imported.'],
      ['new', '4 rows have this email. Each of these people is imported.'],
      ['here', 'A row above is the same.'],
    ])
    expect(sent.map(({ firstName, phone }) => [firstName, phone])).toEqual([
      ['Dale', '(574) 555-0160'],
      ['June', '(574) 555-0161'],
      ['Walt', '(574) 555-0162'],
      ['Vera', '(574) 555-0163'],
      ['Otis', '(574) 555-0164'],
    ])
  })

  test('with inch marks keeps its rows apart', async () => {
    const { sent } = await preview('customers', [
      'First Name,Last Name,Email,Phone,Year,Make,Model,VIN',
      'Dale,Hoover,,574-555-0142,2019,Keystone,"Bullet" 248RKS,',
      'June,Park,,574-555-0143,2021,Jayco,Jay Flight 26",',
      'Ann,Lee,,574-555-0144,2017,Winnebago,View 24J,',
    ])
    expect(sent.map(({ lastName, model }) => [lastName, model])).toEqual([
      ['Hoover', '"Bullet" 248RKS'],
      ['Park', 'Jay Flight 26"'],
      ['Lee', 'View 24J'],
    ])
  })

  test('has names as people and QuickBooks write them, and its total is no customer', async () => {
    const { table, sent } = await preview('customers', [
      'Customer,Email,Phone',
      'June Park Jr.,jpark@mail.example,(574) 555-0171',
      'Robert E. Lee Hoover III,rhoover@mail.example,(574) 555-0172',
      '"Park, June, Jr.",jpark2@mail.example,(574) 555-0173',
      'Annie Co,annie@mail.example,(574) 555-0174',
      '"Desert Rose Campground, LLC:Unit 12",unit12@mail.example,(574) 555-0175',
      'TOTAL,,',
    ])
    expect(sent.map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
      ['June', 'Park Jr.'],
      ['Robert E. Lee', 'Hoover III'],
      ['June', 'Park Jr.'],
      ['Annie', 'Co'],
      ['', 'Desert Rose Campground, LLC: Unit 12'],
    ])
    expect(table.totalLines).toEqual([7])
  })

  test('with words beside its phone numbers brings the numbers, and names what it leaves out', async () => {
    const { checked, sent } = await preview('customers', [
      'Customer full name,Phone numbers,Email,VIN',
      '"Hoover, Dale",Phone:(574) 555-0142 Mobile:(574) 555-0199,dale@mail.example,',
      'June Park,574-555-0143 (cell),june@mail.example; jpark@work.example,N/A',
      'Ann Lee,574.555.0144 / 574.555.0198,NULL,NULL',
      'Erin Null,(574) 555-0145,enull@mail.example,',
      'Vera Lund,call after 5: 574-555-0146,none,',
    ])
    expect(sent.map(({ lastName, phone, email, vin }) => [lastName, phone, email, vin])).toEqual([
      ['Hoover', '(574) 555-0142', 'dale@mail.example', ''],
      ['Park', '574-555-0143', 'june@mail.example', ''],
      ['Lee', '574.555.0144', '', ''],
      ['Null', '(574) 555-0145', 'enull@mail.example', ''],
      ['Lund', '574-555-0146', '', ''],
    ])
    const names = checked.map(({ row }) => row.notes?.match(/“[^”]+”/g) ?? [])
    expect(names).toEqual([
      ['“(574) 555-0199”'],
      ['“jpark@work.example”'],
      ['“574.555.0198”'],
      [],
      ['“call after 5”'],
    ])
    expect(sent.every(row => !('notes' in row))).toBe(true)
  })
})

describe('a list of employees', () => {
  test('invites nobody who has left, and names them', async () => {
    const { checked, sent } = await preview('employees', [
      'Name,Email,Phone,License,Status,Termination Date',
      'Bea Lund,bea@mail.example,574 555 0177,L-1,Active,',
      'Hank Miller,hank@mail.example,,,Terminated,05/03/2024',
      'Ida Rose,ida@mail.example,574 555 0178,L-2,Active,05/03/2024',
      'Max Hill,max@mail.example,574 555 0179,L-3,,',
    ])
    expect(checked.map(({ state, note }) => [state, note])).toEqual([
      ['new', undefined],
      ['left-out', 'Left out: your list says “Terminated”, “05/03/2024”.'],
      ['left-out', 'Left out: your list says “05/03/2024”.'],
      ['faulty', undefined],
    ])
    expect(checked[3]?.errors).toEqual({
      status: 'Does this person still work here? Enter Active or Inactive.',
    })
    expect(sent.map(row => Object.keys(row))).toEqual([
      ['firstName', 'lastName', 'email', 'phone', 'licenseNumber', 'isInsured', 'roles'],
    ])
  })
})

describe('a list of past work', () => {
  test('has amounts as accountants write them, and names what is below zero', async () => {
    const { checked } = await preview('work', [
      'Invoice Number,Date,VIN,Year,Make,Model,Customer,Complaint,Labor Hours,Parts,Parts Amount,Total',
      '3001,3/4/2024,1UJBJ0BPXM1TA5047,2021,Jayco,Jay Flight,June Park,Awning stuck,1.50,Motor," $ 189.95 "," $ 1,407.45 "',
      '3002,3/5/2024,4X4TRVG29K1905867,2019,Forest River,Rockwood,Dale Hoover,Warranty: furnace board,0.50,Board (maker paid)," $ -   "," $ -   "',
      '3003,3/6/2024,4YDT26028J9101048,2018,Keystone,Cougar,Ann Lee,Refund of storage fee,,,, $ (25.00)',
      '3004,3/7/2024,1UJCJ0BT4L1TA8168,2020,Jayco,Jay Feather,Vera Lund,Roof vent,1,Vent,42.10,187.10 USD',
    ])
    expect(
      checked.map(({ state, row, errors }) => [state, row.partsAmount, row.total, errors.total]),
    ).toEqual([
      ['new', '189.95', '1407.45', undefined],
      ['new', '0', '0', undefined],
      ['faulty', '', '-25.00', 'An amount here is not below zero. Leave refunds and credits out.'],
      ['new', '42.10', '187.10', undefined],
    ])
  })

  test('leaves out what is more than 300 visits of a VIN, with those that are here, and says so', async () => {
    const line = (invoice: number) =>
      `${invoice},3/4/2024,1UJBJ0BPXM1TA5047,2021,Jayco,Jay Flight,June Park,Awning stuck,10`
    const { checked, sent } = await preview(
      'work',
      [
        'Invoice Number,Date,VIN,Year,Make,Model,Customer,Complaint,Total',
        line(3001),
        line(3002),
        line(3003),
      ],
      ['visits 298 1UJBJ0BPXM1TA5047', 'here 3001|2024-03-04|1ujbj0bpxm1ta5047'],
    )
    expect(checked.map(({ state, note }) => [state, note])).toEqual([
      ['here', undefined],
      ['new', undefined],
      ['new', undefined],
    ])
    expect(sent).toHaveLength(2)
    const later = await preview(
      'work',
      ['Invoice Number,Date,VIN,Year,Make,Model,Customer,Complaint,Total', line(3001)],
      ['visits 300 1UJBJ0BPXM1TA5047'],
    )
    expect(later.checked.map(({ state, note }) => [state, note])).toEqual([
      ['left-out', 'Left out: at most 300 visits of a VIN are imported.'],
    ])
    expect(later.sent).toEqual([])
  })

  test('from Excel keeps zeros and dates, and names numbers that Excel has shortened', async () => {
    const { checked } = await preview('work', [
      'Invoice Number,Date,VIN,Year,Make,Model,Customer,Phone,Complaint,Labor Hours,Total',
      '="00412",45355,="573TE2520N6603421",2022,Thor,Ace,June Park,="5745550142",Leveling jacks,2,310.00',
      '="00413",45356,="5SFPB3228LE403270",2020,Solitude,3740BH,Dale Hoover,5.74556E+09,Slide seal,1.5,217.50',
      '="00414",45357,4.85E+16,2020,Jayco,Eagle,Ann Lee,NULL,Water pump,1,145.00',
    ])
    expect(checked.map(({ row: { invoice, date, vin, phone } }) => [invoice, date, vin, phone])).toEqual([
      ['00412', '2024-03-04', '573TE2520N6603421', '5745550142'],
      ['00413', '2024-03-05', '5SFPB3228LE403270', '5.74556E+09'],
      ['00414', '2024-03-06', '4.85E+16', ''],
    ])
    expect(checked.map(({ state, errors }) => [state, Object.keys(errors)])).toEqual([
      ['new', []],
      ['faulty', ['phone']],
      ['faulty', ['vin']],
    ])
  })
})
