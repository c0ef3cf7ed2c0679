import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, formatMoney, sum } from '#domain/lib/money.ts'
import { NO_RIG_VISIT } from '#domain/tickets/rig-visit-fields.ts'
import { STATES } from '#domain/tickets/ticket.ts'
import { totals } from '#domain/tickets/totals.ts'
import {
  captionPhotos,
  type DocumentInput,
  documentKindOf,
  documentName,
  documentOf,
} from './ticket-document.ts'

const NOW = new Date('2025-11-20T19:14:00Z')

const roof: DocumentInput['jobs'][number] = {
  jobNumber: 1,
  problem: 'Roof leak above the bunk',
  cause: '',
  correction: '',
  estimatedTime: 1.25,
  estimate: false,
  answer: 'none',
  namedRate: null,
  flatPrice: null,
  clockRule: null,
  clockedHours: null,
  approvedSupplies: null,
  billed: null,
  component: null,
  approval: null,
  technicians: [],
}
const slide = { ...roof, jobNumber: 2, problem: 'Slide-out stops halfway', estimatedTime: 2, estimate: true }
const motor = {
  quantity: 1,
  description: 'Awning motor',
  perPartAmount: cents(289_00),
  jobNumber: 1,
  sublet: null,
}
const seals = {
  quantity: 4,
  description: 'Grease seal',
  perPartAmount: cents(9_80),
  jobNumber: null,
  sublet: null,
}

const facts: DocumentInput = {
  ticketId: 412_873,
  kind: 'estimate',
  suppliesRule: null,
  company: {
    companyName: 'Bluebonnet RV',
    companyPhone: '(574) 555-0142',
    companyAddress: '2410 Cassopolis Street, Elkhart, IN 46514',
  },
  customer: { firstName: 'June', lastName: 'Park', address: '118 Riverview Avenue, Elkhart, IN 46516' },
  customerRV: {
    make: 'Jayco',
    model: 'Jay Flight 264BH',
    year: '2021',
    vin: '1UJBJ0BN8M17X0042',
    axleAmount: '2',
  },
  rigVisit: NO_RIG_VISIT,
  technician: 'Rosa Díaz',
  jobs: [roof, slide],
  qualifications: [],
  parts: [motor, seals],
  laborRate: cents(145_00),
  completedTimestamp: null,
  claim: null,
  timeZone: 'America/Indiana/Indianapolis',
}
const completed: DocumentInput = {
  ...facts,
  kind: 'completed',
  completedTimestamp: new Date('2025-11-19T14:00:00Z'),
}
const printed = (changes: Partial<DocumentInput> = {}) => documentOf({ ...facts, ...changes }, NOW)

test('what the names on it rest on is in its notes, of nobody else', () => {
  const rosa = { technician: 'Rosa Díaz', sinceYear: 2014, certificates: '' }
  const qualifications = [rosa, { ...rosa, technician: 'Sam' }, { ...rosa, technician: 'Kim' }]
  const jobs = [
    { ...roof, technicians: ['Sam'] },
    { ...slide, technicians: ['Kim'], answer: 'declined' as const },
  ]
  expect(printed({ jobs, qualifications }).notes.filter(note => note.includes('2014'))).toEqual([
    'Rosa Díaz: On RVs since 2014.',
    'Sam: On RVs since 2014.',
  ])
})

test('a closed ticket is printed as work that was not done', () => {
  expect(documentKindOf('closed')).toBe('closed')
  const document = printed({ kind: 'closed', laborRate: null })
  expect(documentName(document)).toBe('Service Ticket 412873')
  expect(document.hoursLabel).toBe('Estimated Time')
  expect(document.notes[0]).toBe('This ticket was closed. The work was not done and is not charged.')
  expect(document.notes.join(' ')).not.toContain('estimate')
})

describe('an estimate', () => {
  test('is the document of a ticket until it is finalized', () => {
    const kinds = STATES.map(state => [state, documentKindOf(state)])
    expect(kinds.filter(([, kind]) => kind === 'completed')).toEqual([
      ['completed', 'completed'],
      ['recorded', 'completed'],
    ])
  })

  test('says what it is, its date, and that prices may change', () => {
    const document = printed()
    expect(documentName(document)).toBe('Estimate 412873')
    expect(document.about).toEqual([
      { label: 'Ticket', value: '412873' },
      { label: 'Date', value: 'Nov 20, 2025, 2:14 PM' },
      { label: 'Technician', value: 'Rosa Díaz' },
    ])
    expect(document.notes).toEqual([
      'This is an estimate. Prices may change.',
      'Time on job lines marked “Estimate” is a suggestion.',
    ])
  })

  test('names the company, the customer and the rig', () => {
    expect(printed()).toMatchObject({
      company: ['Bluebonnet RV', '2410 Cassopolis Street, Elkhart, IN 46514', '(574) 555-0142'],
      customer: ['June Park', '118 Riverview Avenue, Elkhart, IN 46516'],
      rig: ['2021 Jayco Jay Flight 264BH', 'VIN 1UJBJ0BN8M17X0042', 'Axle amount 2'],
    })
  })

  test('leaves out unknown details', () => {
    const rig = { make: '', model: '', year: '', vin: '', axleAmount: null }
    const document = printed({
      customerRV: rig,
      technician: null,
      jobs: [],
      parts: [],
      company: { ...facts.company, companyAddress: null },
      customer: { ...facts.customer, address: null },
    })
    expect(document).toMatchObject({
      company: ['Bluebonnet RV', '(574) 555-0142'],
      customer: ['June Park'],
      rig: ['RV'],
      jobs: [],
      parts: [],
    })
    expect(document.about.at(-1)).toEqual({ label: 'Technician', value: 'Not assigned yet' })
  })

  test('marks lines with a suggested time, and omits findings not made yet', () => {
    expect(printed().jobs).toEqual([
      {
        jobNumber: 1,
        problem: 'Roof leak above the bunk',
        findings: [],
        hours: '1h15m',
        balance: '$181.25',
        isEstimate: false,
      },
      {
        jobNumber: 2,
        problem: 'Slide-out stops halfway',
        findings: [],
        hours: '2h00m',
        balance: '$290.00',
        isEstimate: true,
      },
    ])
  })

  test('lists a part without a price as not priced yet', () => {
    const document = printed({ parts: [{ ...motor, perPartAmount: null, description: '' }, seals] })
    expect(document.parts).toEqual([
      {
        quantity: '1',
        description: 'Part',
        perItemPrice: 'no price yet',
        amount: 'no price yet',
      },
      { quantity: '4', description: 'Grease seal', perItemPrice: '$9.80', amount: '$39.20' },
    ])
    expect(document.notes).toContain('Parts without a price are not in the total yet.')
  })
})

describe('the document of a completed ticket', () => {
  test('has the time of its completion', () => {
    const document = documentOf(completed, NOW)
    expect(documentName(document)).toBe('Service Ticket 412873')
    expect(document.about[1]).toEqual({ label: 'Completed', value: 'Nov 19, 2025, 9:00 AM' })
    expect(document.notes).toEqual([])
  })

  test('has a date exactly while it is finalized', () => {
    const document = documentOf({ ...completed, completedTimestamp: null, technician: null }, NOW)
    expect(document.about.slice(1)).toEqual([
      { label: 'Date', value: 'Nov 20, 2025, 2:14 PM' },
      { label: 'Technician', value: 'Not Available' },
    ])
  })

  test('leaves out an empty cause or correction', () => {
    const [job, other] = documentOf(
      { ...completed, jobs: [{ ...roof, cause: 'Sealant cracked' }, slide] },
      NOW,
    ).jobs
    expect(job?.findings).toEqual([{ label: 'Cause', value: 'Sealant cracked' }])
    expect(other?.findings).toEqual([])
  })

  test('names who clocked, by line', () => {
    const [job, other] = documentOf(
      {
        ...completed,
        jobs: [
          { ...roof, technicians: ['Rosa Díaz'] },
          { ...slide, technicians: ['Rosa Díaz', 'Sam Ortiz'] },
        ],
      },
      NOW,
    ).jobs
    expect(job?.findings).toEqual([{ label: 'Technician', value: 'Rosa Díaz' }])
    expect(other?.findings).toEqual([{ label: 'Technicians', value: 'Rosa Díaz, Sam Ortiz' }])
  })

  test('has hours, which are an estimated time until then', () => {
    expect(documentOf(completed, NOW).hoursLabel).toBe('Hours')
    expect(printed().hoursLabel).toBe('Estimated Time')
  })
})

test.each([
  ['without hours', { estimatedTime: 0 }, {}, 'No charge yet'],
  ['without hours, once it is finished', { estimatedTime: 0 }, { kind: 'completed' }, 'No charge'],
  [
    'with an unpriced part',
    { estimatedTime: 0 },
    { parts: [{ ...motor, perPartAmount: null }] },
    'No charge yet',
  ],
  ['with a part alone', { estimatedTime: 0 }, { parts: [motor] }, '$0.00'],
  ['with hours but no labor rate', {}, { laborRate: null }, 'No charge yet'],
  ['with hours', {}, {}, '$181.25'],
] as const)('a line %s', (_, line, changes, balance) => {
  const [job] = printed({ parts: [], ...changes, jobs: [{ ...roof, ...line }] }).jobs
  expect(job?.balance).toBe(balance)
})

test('a line with a flat price says so beside its hours, and is charged it without a labor rate, too', () => {
  const document = printed({ jobs: [{ ...roof, flatPrice: cents(450_01) }], parts: [], laborRate: null })
  const findings = [{ label: 'Labor', value: 'Flat price' }]
  expect(document.jobs).toMatchObject([{ hours: '1h15m', balance: '$450.01', findings }])
  expect(document.totals.at(-1)).toEqual({ label: 'Total Balance', value: '$450.01' })
  expect(document.notes).toEqual(['This is an estimate. Prices may change.'])
})

test('an estimate says that lines without a charge are not in its total', () => {
  const note = 'Job lines without a charge yet are not in the total.'
  const unpriced = { parts: [], jobs: [roof, { ...slide, estimatedTime: 0 }] }
  expect(printed(unpriced).notes).toContain(note)
  expect(printed({ ...unpriced, kind: 'completed' }).notes).not.toContain(note)
  expect(printed().notes).not.toContain(note)
})

test.each([
  ['link', 'June Park', null, null, 'by June Park by link'],
  ['phone', 'Dana Reyes', null, null, 'by phone, recorded by Dana Reyes'],
  [
    ...(['phone', 'Dana Reyes', 'June Park', '(574) 555-0100'] as const),
    'by phone by June Park, (574) 555-0100, recorded by Dana Reyes',
  ],
] as const)('a line approved by %s says what, when, by whom and how', (how, by, spokeWith, phone, who) => {
  const approval = { total: cents(330_00), at: NOW, by, how, spokeWith, phone }
  const value = `$330.00 in all, ${who}, Thu, Nov 20, 2025 at 2:14 PM`
  for (const kind of ['estimate', 'completed'] as const)
    expect(printed({ kind, jobs: [{ ...roof, cause: 'Crack', approval }] }).jobs[0]?.findings).toEqual([
      { label: 'Cause', value: 'Crack' },
      { label: 'Approved', value },
    ])
})

test('the component of a line comes first, without where it is in the RV', () => {
  const plate = { name: '', maker: 'Suburban', model: 'SF-30F', serial: '0912' }
  const component = { kind: 'furnace', ...plate } as const
  expect(printed({ jobs: [{ ...roof, cause: 'Crack', component }] }).jobs[0]?.findings).toEqual([
    { label: 'Component', value: 'Furnace · Suburban SF-30F · serial 0912' },
    { label: 'Cause', value: 'Crack' },
  ])
})

test('declined work is listed separately with its parts, and is not charged', () => {
  const document = printed({
    jobs: [
      { ...roof, answer: 'declined' },
      { ...slide, answer: 'approved' },
    ],
  })
  expect(document.declined).toEqual([{ problem: 'Roof leak above the bunk', parts: ['1 × Awning motor'] }])
  expect(document.jobs.map(({ jobNumber }) => jobNumber)).toEqual([2])
  expect(document.parts.map(({ description }) => description)).toEqual(['Grease seal'])
  expect(document.totals).toEqual([
    { label: 'Total Parts Amount', value: '$39.20' },
    { label: 'Shop Supplies', value: '$3.92' },
    { label: 'Total Labor Balance', value: '$290.00' },
    { label: 'Total Balance', value: '$333.12' },
  ])
})

test('without a labor rate labor is zero, and the document says why', () => {
  const document = printed({ laborRate: null })
  expect(document.totals[2]).toEqual({ label: 'Total Labor Balance', value: '$0.00' })
  expect(document.notes).toContain('Labor is $0.00 because the company has no labor rate.')
})

test('an imported ticket keeps its total, and the document says why the lines do not add up', () => {
  const document = printed({ laborRate: null, importedBalance: cents(1245_50) })
  expect(document.totals.at(-1)).toEqual({ label: 'Total Balance', value: '$1,245.50' })
  expect(document.notes).toContain('Imported with its total, which its lines need not add up to.')
  expect(document.notes).not.toContain('Labor is $0.00 because the company has no labor rate.')
})

const job = fc.record({
  estimatedTime: fc.integer({ min: 0, max: 4000 }).map(quarters => quarters / 4),
  answer: fc.constantFrom('none' as const, 'approved' as const, 'declined' as const),
  estimate: fc.boolean(),
  flatPrice: fc.option(fc.nat({ max: 900_000 }).map(cents)),
  clockedHours: fc.option(fc.nat({ max: 4000 }).map(hundredths => hundredths / 100)),
  namedRate: fc.option(
    fc.record({
      laborRateId: fc.constant('diagnostic'),
      name: fc.constant('Diagnostic'),
      amount: fc.nat({ max: 30_000 }).map(cents),
    }),
  ),
})
const part = fc.record({
  quantity: fc.integer({ min: 1, max: 10_000_000 }).map(thousandths => thousandths / 1000),
  perPartAmount: fc.option(fc.integer({ min: 1, max: 100_000_000 }).map(cents)),
  sublet: fc.option(fc.constant({})),
  jobNumber: fc.option(fc.integer({ min: 1, max: 8 })),
  description: fc.string(),
})
const suppliesRules = fc.option(
  fc.record({
    percentage: fc.nat({ max: 1_000_000 }),
    cap: fc.option(fc.nat({ max: 100_000 }).map(cents)),
  }),
)
const amountOf = (text: string) =>
  cents(text.startsWith('No charge') ? 0 : Math.round(Number(text.replace(/[$,]/g, '')) * 100))

test("the printed amounts add up to the ticket's total, to the cent", () => {
  fc.assert(
    fc.property(
      fc.array(job, { maxLength: 8 }),
      fc.array(part, { maxLength: 8 }),
      fc.option(fc.integer({ min: 0, max: 100_000 }).map(cents)),
      suppliesRules,
      (lines, parts, laborRate, suppliesRule) => {
        const jobs = lines.map((line, index) => ({ ...roof, ...line, jobNumber: index + 1 }))
        const document = printed({ jobs, parts, suppliesRule, laborRate })
        const [partsAmount, supplies, labor, balance] = document.totals.map(({ value }) => amountOf(value))
        const priced = document.parts.filter(({ amount }) => amount !== 'no price yet')
        expect(sum(priced.map(({ amount }) => amountOf(amount)))).toBe(partsAmount)
        expect(sum(document.jobs.map(line => amountOf(line.balance)))).toBe(labor)
        expect((partsAmount ?? 0) + (supplies ?? 0) + (labor ?? 0)).toBe(balance)
        expect(document.totals.at(-1)?.value).toBe(
          formatMoney(totals({ jobs, parts, suppliesRule }, laborRate).totalBalance),
        )
        expect(document.jobs.length + document.declined.length).toBe(jobs.length)
        expect(document.parts.length + document.declined.flatMap(line => line.parts).length).toBe(
          parts.length,
        )
      },
    ),
  )
})

test('each photo has its job line, and before or after, below it', () => {
  const photos = (['before', 'after', ''] as const).map(moment => ({ moment }))
  expect(captionPhotos([{ ...roof, photos }]).map(({ caption }) => caption)).toEqual([
    'Before: 1. Roof leak above the bunk',
    'After: 1. Roof leak above the bunk',
    '1. Roof leak above the bunk',
  ])
})

test('the document of a recorded visit says how to claim the rig', () => {
  const claim = { code: '7KQ2M-XW4PB', url: 'https://rigs.example/my' }
  expect(printed({ claim }).notes).toContain(
    'Add this RV to your account at https://rigs.example/my with code 7KQ2M-XW4PB',
  )
  expect(printed({}).notes.join()).not.toContain('Add this RV')
})

test('the document whose code no longer works says so instead, and shows no code', () => {
  const { notes } = printed({ claim: { code: null, url: 'https://rigs.example/my' } })
  expect(notes).toContain('This visit’s code no longer works: the founders of Rigwright ended the claim.')
  expect(notes.join()).not.toMatch(/null|Claim this rig/)
})

test('a document has the condition of the rig when it came in, if that was recorded', () => {
  const walkaround = {
    propane: 'full',
    batteryVolts: null,
    damage: ['Awning torn'],
    recordedAt: NOW,
  } as const
  expect(printed({ walkaround }).condition).toEqual([
    { label: 'Propane', value: 'Full' },
    { label: 'Damage', value: 'Awning torn' },
    { label: 'As of', value: expect.stringContaining('2:14') },
  ])
  expect(printed({ walkaround: null }).condition).toBeUndefined()
})
