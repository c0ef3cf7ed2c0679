import { describe, expect, test } from 'vitest'
import { type ApprovalRequest, answerLine, snapshotOf } from '#domain/approvals/approval.ts'
import { clockIn } from '#domain/clocks/clock.ts'
import { DEFAULT_SETTINGS } from '#domain/companies/company.ts'
import { cents } from '#domain/lib/money.ts'
import { newJob } from '#domain/tickets/job.ts'
import {
  approve,
  askApproval,
  assign,
  book,
  complete,
  create,
  decline,
  finalize,
  STATES,
} from '#domain/tickets/ticket.ts'
import {
  EXPORT_GROUPS,
  type ExportContext,
  exportApprovalRequest,
  exportAssignment,
  exportDetails,
  exportEmployee,
  exportFileName,
  exportJob,
  exportPart,
  exportSession,
  exportSettings,
  exportTicket,
} from './export.ts'

const NOW = new Date('2025-11-20T19:14:05Z')
const INDIANA = 'America/Indiana/Indianapolis'
const worker = { id: 'rosa', name: 'Rosa Díaz' }
const dana = { id: 'dana', name: 'Dana Reyes' }
const exporting: ExportContext = {
  timeZone: INDIANA,
  laborRate: cents(145_00),
  link: path => `https://rigwright.example${path}`,
  photoPath: (ticketId, photoId) => `/photos/${ticketId}/${photoId}`,
}

const fresh = {
  ticketId: 412_873,
  customerDetails: {
    firstName: 'June',
    lastName: 'Park',
    email: 'june.park@mail.example',
    phone: '(574) 555-0201',
    address: '118 Riverview Avenue, Elkhart, IN 46516',
    coordinates: { latitude: 41.6812, longitude: -85.9767 },
    profileImageUrl: '/june.webp',
  },
  customerRV: {
    make: 'Jayco',
    model: 'Jay Flight 264BH',
    year: '2021',
    vin: '1UJBJ0BN8M17X0042',
    axleAmount: '2' as const,
    rvImage: null,
  },
  jobs: [{ problem: 'Roof leak', estimatedTime: 1.25, estimate: false }],
}
const sealant = {
  partId: 'p1',
  quantity: 2,
  description: 'Sealant',
  jobNumber: 1,
  perPartAmount: cents(13_75),
  sublet: null,
}
const rosa = { id: 'rosa', firstName: 'Rosa', lastName: 'Díaz' }
const active = assign({ ...create(fresh, dana, NOW), parts: [sealant] }, rosa, NOW, INDIANA)
const finalized = finalize(active, cents(100_00), dana, NOW)

describe('an exported company', () => {
  const company = {
    companyUUID: 'c',
    companyName: 'Bluebonnet RV',
    companyPhone: '1',
    companyAddress: null,
    coordinates: null,
    email: 'dana@bluebonnet.example',
    mobileRange: 40,
  }

  test.each([
    [cents(145_00), '/logo?v=1', 145, 'https://rigwright.example/logo?v=1'],
    [cents(99_99), null, 99.99, null],
    [null, null, null, null],
  ])('with the rate %j and the image %j', (laborRate, imageURL, dollars, address) => {
    expect(exportDetails({ ...company, laborRate, imageURL }, exporting)).toEqual({
      ...company,
      laborRate: dollars,
      imageURL: address,
      timeZone: INDIANA,
    })
  })

  test('has its settings', () => {
    expect(exportSettings(DEFAULT_SETTINGS)).toEqual({
      mobileBusiness: false,
      onTimeStatus: false,
      pendingStatus: true,
      trusted: false,
      verified: false,
      daysOfOperation: [1, 5],
      hoursOfOperation: [8, 18],
    })
  })
})

test('an exported employee is keyed by uid and does not repeat it', () => {
  const details = {
    firstName: 'Rosa',
    lastName: 'Díaz',
    email: 'rosa@bluebonnet.example',
    phone: '1',
    licenseNumber: 'IN-1',
    isInsured: true,
    roles: { isServiceWriter: false, isTechnician: true },
  }
  expect(exportEmployee({ id: 'rosa', isActive: true, ...details }, 'c')).toEqual({
    ...details,
    companyUUID: 'c',
  })
})

test.each([
  [null, null],
  [NOW, 1763666045000],
])('a clock session until %j is exported with the end %j', (clockOutTime, ends) => {
  const session = clockIn('s', worker, new Date('2025-11-20T18:00:00Z'))
  expect(exportSession({ ...session, clockOutTime })).toEqual({
    technicianId: 'rosa',
    technician: 'Rosa Díaz',
    clockInTime: 1763661600000,
    clockOutTime: ends,
  })
})

describe('an exported job line', () => {
  const job = {
    ...newJob({ problem: 'Roof leak', estimatedTime: 1.25, estimate: true }, 1),
    suggestedTime: 2,
  }

  test('has its fields, its sessions and photos by id, and its balance', () => {
    const session = { ...clockIn('s', worker, NOW), clockOutTime: NOW }
    const photo = { photoId: 'f', moment: 'before' as const, addedAt: NOW, width: 3, height: 2 }
    const worked = { ...job, sessions: [session], photos: [photo] }
    expect(exportJob(worked, 412_873, cents(145_00), exporting)).toEqual({
      problem: 'Roof leak',
      cause: '',
      correction: '',
      estimatedTime: 1.25,
      estimate: true,
      suggestedTime: 2,
      answer: 'none',
      totalBalance: 181.25,
      sessions: {
        s: {
          technicianId: 'rosa',
          technician: 'Rosa Díaz',
          clockInTime: 1763666045000,
          clockOutTime: 1763666045000,
        },
      },
      photos: { f: 'https://rigwright.example/photos/412873/f' },
    })
  })

  test.each([
    ['no rate', null, 'none', 0],
    ['a rate', cents(145_00), 'approved', 181.25],
    ['a no of the customer', cents(145_00), 'declined', 0],
  ] as const)('with %s', (_, rate, answer, totalBalance) => {
    expect(exportJob({ ...job, answer }, 412_873, rate, exporting)).toMatchObject({ answer, totalBalance })
  })
})

test.each([
  [cents(13_75), 13.75, 27.5],
  [null, null, null],
])('a part priced %j is exported', (perPartAmount, each, totalAmount) => {
  expect(exportPart({ ...sealant, perPartAmount })).toEqual({
    quantity: 2,
    description: 'Sealant',
    jobNumber: 1,
    perPartAmount: each,
    totalAmount,
  })
})

test.each([
  [INDIANA, '20-11-2025 2:14 PM'],
  ['America/Chicago', '20-11-2025 1:14 PM'],
])('an assignment is stamped in the time zone %s', (timeZone, assignedAt) => {
  const assignment = {
    date: '2025-11-20',
    uuid: 'rosa',
    firstName: 'Rosa',
    lastName: 'Díaz',
    assignedAt: NOW,
    replaced: ['sam'],
  }
  expect(exportAssignment(assignment, timeZone)).toEqual({
    uuid: 'rosa',
    firstName: 'Rosa',
    lastName: 'Díaz',
    assignedAt,
  })
})

describe('an exported approval request', () => {
  const job = newJob({ problem: 'Roof leak', estimatedTime: 1, estimate: false }, 1)
  const asked = snapshotOf(job, { jobs: [job], parts: [sealant], suppliesRule: null }, cents(145_00))
  const open: ApprovalRequest = {
    requestId: 'r',
    jobNumber: 1,
    note: 'Soon',
    askedAt: NOW,
    askedBy: dana,
    asked,
    askedVersion: 'v',
    state: 'open',
  }
  const snapshot = {
    jobNumber: 1,
    problem: 'Roof leak',
    hours: 1,
    laborRate: 145,
    labor: 145,
    parts: [{ description: 'Sealant', quantity: 2, perPartAmount: 13.75, totalAmount: 27.5 }],
    partsAmount: 27.5,
    shopSupplies: 2.75,
    total: 175.25,
  }
  const expected = {
    requestId: 'r',
    note: 'Soon',
    askedAt: 1763666045000,
    askedBy: 'Dana Reyes',
    asked: snapshot,
  }

  test('is open', () => {
    expect(exportApprovalRequest(open)).toEqual({ ...expected, state: 'open' })
  })

  test('is canceled', () => {
    expect(exportApprovalRequest({ ...open, state: 'withdrawn', endedAt: NOW, endedBy: dana })).toEqual({
      ...expected,
      state: 'withdrawn',
      endedAt: 1763666045000,
      endedBy: 'Dana Reyes',
    })
  })

  test('is answered with how, from which address, and what was on the screen', () => {
    const shown = snapshotOf(
      answerLine(job, 'approved', asked),
      { jobs: [job], parts: [sealant], suppliesRule: null },
      cents(145_00),
    )
    const june = { id: 'june', name: 'June Park' }
    const answered = {
      how: 'link',
      address: '198.51.100.7',
      typedName: 'J. Park',
      phone: null,
      correction: null,
      before: null,
      shown,
      shownVersion: 'v',
    } as const
    expect(
      exportApprovalRequest({ ...open, state: 'approved', endedAt: NOW, endedBy: june, ...answered }),
    ).toEqual({
      ...expected,
      state: 'approved',
      endedAt: 1763666045000,
      endedBy: 'June Park',
      how: 'link',
      address: '198.51.100.7',
      typedName: 'J. Park',
      phone: null,
      shown: snapshot,
    })
  })
})

describe('an exported ticket', () => {
  test("has the specification's structure", () => {
    const { jobs: _, ticketId: __, ...given } = fresh
    expect(exportTicket(active, exporting)).toEqual({
      customerDetails: { ...given.customerDetails, profileImageUrl: 'https://rigwright.example/june.webp' },
      customerRV: given.customerRV,
      activeTimestamp: 1763666045000,
      pendingTimestamp: null,
      ticketSettings: { completedServiceTickets: false },
      Jobs: {
        1: {
          problem: 'Roof leak',
          cause: '',
          correction: '',
          estimatedTime: 1.25,
          estimate: false,
          suggestedTime: null,
          answer: 'none',
          sessions: {},
          photos: {},
          totalBalance: 181.25,
        },
      },
      assignedTechnician: 'rosa',
      assignedTechs: {
        '2025-11-20': { uuid: 'rosa', firstName: 'Rosa', lastName: 'Díaz', assignedAt: '20-11-2025 2:14 PM' },
      },
      Parts: { p1: exportPart(sealant), TotalPartsAmount: 27.5, ShopSupplies: 2.75 },
    })
  })

  test('has the booking time in UTC, if booked', () => {
    expect(exportTicket(book(fresh, dana, NOW), exporting)).toMatchObject({
      pendingTimestamp: '2025-11-20 19:14:05',
      activeTimestamp: null,
    })
  })

  test('is priced at its agreed rate, if finalized', () => {
    expect(exportTicket(finalized, exporting)).toMatchObject({ Jobs: { 1: { totalBalance: 125 } } })
    expect(exportTicket(finalized, exporting)).not.toHaveProperty('TotalBalance')
  })

  test('has its time and balance, if recorded', () => {
    expect(exportTicket(complete(finalized, dana, NOW), exporting)).toMatchObject({
      completedTimestamp: '20-11-2025 2:14 PM',
      TotalBalance: 155.25,
    })
  })

  test.each([
    book(fresh, dana, NOW),
    decline(book(fresh, dana, NOW), dana, NOW),
    active,
    askApproval(active, dana, NOW),
    approve(askApproval(active, dana, NOW), dana, NOW),
    finalized,
    complete(finalized, dana, NOW),
  ])('in the state $state survives a JSON round trip', ticket => {
    const exported = exportTicket(ticket, exporting)
    expect(JSON.parse(JSON.stringify(exported))).toEqual(exported)
  })

  test('has a group for every state', () => {
    expect(new Set(STATES.map(state => EXPORT_GROUPS[state])).size).toBe(STATES.length)
  })
})

test.each([
  ['Bluebonnet RV', 'rigwright-bluebonnet-rv-2025-11-20.json'],
  ['Café "Étoile" & Söhne\r\n', 'rigwright-cafe-etoile-sohne-2025-11-20.json'],
  ['露营', 'rigwright-2025-11-20.json'],
  ['../../etc', 'rigwright-etc-2025-11-20.json'],
  ['x'.repeat(200), `rigwright-${'x'.repeat(60)}-2025-11-20.json`],
])('the file name of %j is %s', (companyName, name) => {
  expect(exportFileName(companyName, '2025-11-20', '.json')).toBe(name)
})
