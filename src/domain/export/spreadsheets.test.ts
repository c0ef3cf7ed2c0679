import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { complete, create, finalize } from '#domain/tickets/ticket.ts'
import { formatCell, SPREADSHEETS } from './spreadsheets.ts'

const NOW = new Date('2025-11-20T19:14:05Z')
const dana = { id: 'dana', name: 'Dana Reyes' }
const company = { companyUUID: 'c', companyName: 'Bluebonnet RV', laborRate: cents(145_00) }
const customer = {
  firstName: 'June',
  lastName: 'Park',
  email: 'june@mail.example',
  phone: '1',
  address: null,
}
const rig = { make: 'Jayco', model: 'Jay', year: '2021', vin: '1UJBJ0BN8M17X0042', axleAmount: null }
const created = create(
  {
    ticketId: 412_873,
    customerDetails: { ...customer, coordinates: null, profileImageUrl: null },
    customerRV: { ...rig, rvImage: null },
    jobs: [{ problem: 'Roof leak', estimatedTime: 1, estimate: false }],
  },
  dana,
  NOW,
)
const part = {
  ...{ partId: 'p', quantity: 2, description: 'Sealant', jobNumber: 1, perPartAmount: cents(13_75) },
  sublet: {
    supplier: 'Glass & Go',
    reference: 'Q-7',
    cost: cents(11_00),
    expectedOn: '2025-11-28',
    bill: { fileId: 'f', type: 'pdf' as const },
  },
}
const session = {
  ...{ sessionId: 's', technicianId: 'rosa', technician: 'Rosa Díaz', clockInTime: NOW, clockOutTime: NOW },
  ...{ isClockInReported: false, isClockOutReported: false, isCorrected: false, checkedAt: null },
}
const IMAGE = 'a66e2f32-9ae0-4a26-b5f4-3c21dd2c6c0d'
const photo = { photoId: IMAGE, moment: 'after' as const, addedAt: NOW, width: 30, height: 20 }
const jobs = created.jobs.map(job => ({ ...job, sessions: [session], photos: [photo] }))
const customerRV = { ...created.customerRV, rvImage: `/api/images/tickets/412873/rig-image?v=${IMAGE}` }
const worked = { ...created, customerRV, jobs, parts: [part] }
const recorded = complete(finalize(worked, cents(100_00), dana, NOW), dana, NOW)
const AT = '2025-11-20T19:14:05.000Z'
const FILE = `images/c/412873/${IMAGE}.webp`

test.each([
  [
    'tickets',
    worked,
    `c,412873,active,June,Park,june@mail.example,1,,${rig.vin},Jayco,Jay,2021,,,,${AT},27.5,0,172.5,,${FILE}`,
  ],
  ['jobs', worked, 'c,412873,1,Roof leak,,,1,false,,none,145'],
  ['jobs', recorded, 'c,412873,1,Roof leak,,,1,false,,none,100'],
  ['parts', worked, 'c,412873,p,1,2,Sealant,13.75,27.5,Glass & Go,Q-7,11,2025-11-28,images/c/412873/f.pdf'],
  ['sessions', worked, `c,412873,1,s,rosa,Rosa Díaz,${AT},${AT},false,false`],
  ['photos', worked, `c,412873,1,${IMAGE},after,${AT},${FILE}`],
  ['history', recorded, `c,Bluebonnet RV,${rig.vin},412873,${AT},127.5`],
])('the spreadsheet of %s has a row as long as its header', (name, ticket, row) => {
  const sheet = SPREADSHEETS[name]
  const rows = sheet?.rowsOf(ticket, company).map(cells => cells.map(formatCell))
  expect(rows?.map(cells => cells.join(','))).toEqual([row])
  expect(rows?.[0]?.length).toBe(sheet?.header.length)
})

test('work that is not recorded is in no history', () => {
  expect(SPREADSHEETS.history?.rowsOf(worked, company)).toEqual([])
})
