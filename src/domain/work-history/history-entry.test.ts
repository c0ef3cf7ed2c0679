import { describe, expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { assign, complete, create, finalize } from '#domain/tickets/ticket.ts'
import { formatPublicEntry, groupByRig } from './format-public-entry.ts'
import { toHistoryEntry } from './history-entry.ts'

const NOW = new Date('2025-11-20T19:14:00Z')
const dana = { id: 'dana', name: 'Dana Reyes' }
const rosa = { id: 'rosa', firstName: 'Rosa', lastName: 'Díaz' }
const june = {
  ticketId: 412_873,
  customerDetails: {
    firstName: 'June',
    lastName: 'Park',
    email: 'june.park@mail.example',
    phone: '(574) 555-0201',
    address: '118 Riverview Avenue, Elkhart, IN 46516',
    coordinates: { latitude: 41.6812, longitude: -85.9767 },
    profileImageUrl: 'june.webp',
  },
  customerRV: {
    make: 'Jayco',
    model: 'Jay Flight 264BH',
    year: '2021',
    vin: '1UJBJ0BN8M17X0042',
    axleAmount: '2' as const,
    rvImage: null,
  },
  jobs: [
    { problem: 'Roof leak above the bunk', estimatedTime: 1, estimate: false },
    { problem: 'Polish the hull', estimatedTime: 8, estimate: true },
  ],
}

const active = create(june, dana, NOW)
const answered = {
  ...active,
  jobs: active.jobs.map(job =>
    job.jobNumber === 1
      ? { ...job, cause: 'Sealant cracked at the vent', correction: 'Resealed, water tested' }
      : { ...job, answer: 'declined' as const },
  ),
}
const recorded = (ticket: typeof active) => complete(finalize(ticket, cents(145_00), dana, NOW), dana, NOW)

describe('a work history entry', () => {
  test('has the completed work, by whom, when and for how much', () => {
    const ticket = recorded(assign(answered, rosa, NOW, 'UTC'))
    expect(toHistoryEntry(ticket)).toEqual({
      vin: '1UJBJ0BN8M17X0042',
      ticketId: 412_873,
      completedTimestamp: NOW,
      technician: 'Rosa Díaz',
      totalBalance: 145_00,
      work: [
        {
          problem: 'Roof leak above the bunk',
          cause: 'Sealant cracked at the vent',
          correction: 'Resealed, water tested',
        },
      ],
    })
  })

  test('has nothing about the customer', () => {
    const text = JSON.stringify(toHistoryEntry(recorded(answered)))
    for (const secret of ['June', 'Park', 'mail.example', '555-0201', 'Riverview', '41.68', 'june.webp'])
      expect(text).not.toContain(secret)
  })

  test("names 'Not Available' without an assigned technician", () => {
    expect(toHistoryEntry(recorded(answered)).technician).toBe('Not Available')
  })
})

const INDIANA = 'America/Indiana/Indianapolis'
const known = {
  completedTimestamp: NOW,
  timeZone: INDIANA,
  technician: 'Rosa Díaz',
  totalBalance: cents(181_25),
}

test.each([
  [known, ['20-11-2025 2:14 PM', 'Rosa Díaz', '$181.25', '']],
  [{ ...known, timeZone: 'America/Chicago' }, ['20-11-2025 1:14 PM', 'Rosa Díaz', '$181.25', '']],
  [{ ...known, totalBalance: cents(0) }, ['20-11-2025 2:14 PM', 'Rosa Díaz', '$0.00', '']],
  [{ ...known, completedTimestamp: null }, ['N/A', 'Rosa Díaz', '$181.25', '']],
  [{ ...known, technician: '' }, ['20-11-2025 2:14 PM', 'Not Available', '$181.25', '']],
  [{ ...known, totalBalance: null }, ['20-11-2025 2:14 PM', 'Rosa Díaz', 'N/A', '']],
  [
    { ...known, imported: { by: 'Cedar Creek RV', on: '2025-11-25' } },
    ['20-11-2025 2:14 PM', 'Rosa Díaz', '$181.25', 'Imported by Cedar Creek RV on Tue, Nov 25, 2025'],
  ],
])('an entry is described by what is known: %j', (entry, words) => {
  expect(Object.values(formatPublicEntry(entry))).toEqual(words)
})

describe('the entries of a list', () => {
  const entry = (rigId: string | null, companyName: string | null = 'Bluebonnet RV') => ({
    ownRig: rigId === null ? null : { rigId, companyName },
  })

  test('are of one rig under a VIN, without a heading', () => {
    const entries = [entry(null), entry(null)]
    expect(groupByRig(entries)).toEqual([{ heading: null, entries }])
    expect(groupByRig([])).toEqual([])
  })

  test('are grouped by rig under another text, in their order, with the company', () => {
    const [june, lone, gone, harold] = [
      ...[entry('a'), entry('b', 'Lone Star Mobile RV'), entry('d', null), entry('c')],
    ]
    expect(groupByRig([june, lone, gone, harold, june].flatMap(each => each ?? []))).toEqual([
      { heading: 'Bluebonnet RV, RV 1', entries: [june, june] },
      { heading: 'Lone Star Mobile RV', entries: [lone] },
      { heading: 'A former company', entries: [gone] },
      { heading: 'Bluebonnet RV, RV 2', entries: [harold] },
    ])
  })
})
