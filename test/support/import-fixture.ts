// A database tree with two companies: every field of the specification's section 3, and everything that goes wrong in
// such a tree. Numbers are checked by hand: see the comments.

import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const CEDAR = 'Cedar-uid-1'
export const DUNES = '0b9f3c1e-7a52-4c0b-9a7e-2f6f3a1d8c55'
export const NORA = 'nora-uid'
export const VIN = '1FDXE4FS1HDC12345'
export const OTHER_VIN = '5ZT2CRXB8JE000042'
const CUSTOMER = 'lou-uid'

const nora = {
  firstName: 'Nora',
  lastName: 'Hale',
  email: 'nora@cedar.example',
  phone: '574-555-0111',
  licenseNumber: 'IN-77',
  isInsured: true,
  roles: { isServiceWriter: false, isTechnician: true },
  companyUUID: CEDAR,
}

const lou = {
  firstName: 'Lou',
  lastName: 'Marsh',
  email: 'lou@mail.example',
  phone: '(574) 555-0133',
  address: '4 Pine Court, Goshen, IN 46526',
  coordinates: { lat: 41.58, lng: -85.83 },
  profileImageUrl: '',
}

const rig = { make: 'Ford', model: 'E-450', year: '2017', vin: VIN, axleAmount: 'Class C', rvImage: '' }

const activeTicket = {
  customerDetails: lou,
  customerRV: rig,
  activeTimestamp: 1763661600000, // 2025-11-20 18:00:00 UTC
  pendingTimestamp: '2025-11-19 12:30:00',
  ticketSettings: { completedServiceTickets: false },
  // As an array, with a hole at 0.
  Jobs: [
    null,
    {
      problem: 'Roof leak',
      cause: '',
      correction: '',
      estimatedTime: 1.5,
      estimate: true,
      suggestedTime: 2,
      sessions: [{ clockInTime: 1763662000000, clockOutTime: 1763665600000 }],
      photos: {},
    },
    { problem: 'Furnace', cause: 'Soot', correction: 'Cleaned', estimatedTime: '0.5', estimate: false },
  ],
  assignedTechnician: NORA,
  assignedTechs: {
    '2025-11-20': { uuid: NORA, firstName: 'Nora', lastName: 'Hale', assignedAt: '20-11-2025 1:05 PM' },
  },
  Parts: {
    '-Nabc': { quantity: 2, description: 'Sealant', perPartAmount: 13.75, totalAmount: 27.5 },
    TotalPartsAmount: 27.5,
    ShopSupplies: 2.75,
  },
}

const visit = {
  customerDetails: lou,
  customerRV: rig,
  activeTimestamp: 1730469600000,
  ticketSettings: { completedServiceTickets: true },
  Jobs: { 1: { problem: 'Awning', cause: 'Wind', correction: 'New arm', estimatedTime: 1, estimate: false } },
  assignedTechnician: NORA,
  assignedTechs: {
    '2024-11-02': { uuid: NORA, firstName: 'Nora', lastName: 'Hale', assignedAt: '02-11-2024 9:00 AM' },
  },
  Parts: { TotalPartsAmount: 0, ShopSupplies: 0 },
  // In the hour that the clocks repeat.
  completedTimestamp: '03-11-2024 1:30 AM',
  // 1 h at today's rate is $120.00.
  TotalBalance: 95.5,
}

const manyJobs = Object.fromEntries(
  Array.from({ length: 10_000 }, (_, index) => [index + 1, { problem: `Job ${index + 1}` }]),
)

const manyParts = Object.fromEntries(
  Array.from({ length: 501 }, (_, index) => [
    `part${index}`,
    { quantity: 1, description: 'Bolt', perPartAmount: 1 },
  ]),
)

export const fixtureTree = {
  users: {
    companies: {
      [CEDAR]: {
        companyDetails: {
          companyName: 'Cedar Creek RV',
          companyPhone: '574 555 0100',
          companyAddress: '12 Mill Street, Elkhart, IN 46516',
          coordinates: { lat: 41.68, lng: -85.97 },
          email: 'Office@Cedar.example',
          laborRate: '120',
          mobileRange: 40,
          imageURL: null,
          companyUUID: CEDAR,
        },
        companySettings: {
          mobileBusiness: true,
          onTimeStatus: true,
          pendingStatus: false,
          trusted: true,
          verified: false,
          daysOfOperation: [1, 6],
          hoursOfOperation: [9, 17],
        },
        Employees: { [NORA]: nora },
        ticketManager: {
          pendingServiceTickets: {
            200001: { ...activeTicket, activeTimestamp: null, assignedTechnician: null, Parts: null },
            // Also in the completed group.
            200004: { ...activeTicket, assignedTechs: null, Parts: null, Jobs: null },
          },
          activeServiceTickets: {
            200002: activeTicket,
            200005: { customerDetails: lou, customerRV: rig, Jobs: manyJobs },
            200006: { customerDetails: lou, customerRV: rig, Parts: manyParts },
            77: { customerDetails: lou },
          },
          approvalServiceTickets: {
            200003: {
              ...activeTicket,
              Jobs: null,
              assignedTechnician: 'another',
              customerRV: { ...rig, vin: VIN.toLowerCase(), axleAmount: 2 },
              activeTimestamp: 4102444800000, // 2100
              Parts: {
                p1: { quantity: 'NaN', description: 'Bolt', perPartAmount: 1 },
                p2: { quantity: 3, description: 'Nut', perPartAmount: '0.5', totalAmount: 99 },
                TotalPartsAmount: 3,
                ShopSupplies: 0.15,
              },
            },
          },
          completedServiceTickets: {
            200004: {
              ...activeTicket,
              assignedTechs: null,
              Jobs: { 1: { problem: 'Steps', estimatedTime: 2 } },
            },
          },
        },
      },
      [DUNES]: {
        companyDetails: {
          companyName: 'Dunes Mobile RV',
          companyPhone: 'call me',
          email: 'dunes@mail.example',
          companyUUID: DUNES,
        },
      },
    },
    RVPool: {
      [VIN]: {
        ...rig,
        customerUUID: CUSTOMER,
        assigned: true,
        workHistory: {
          300001: visit,
          // Freed when it was completed, and used again for the active one, which is the same rig's.
          200002: { ...visit, completedTimestamp: '01-10-2024 4:00 PM', TotalBalance: 120 },
          300002: { ...visit, companyUUID: 'a company that is not here' },
        },
      },
      [VIN.toLowerCase()]: {
        ...rig,
        customerUUID: CEDAR,
        assigned: false,
        workHistory: { 300003: { completedTimestamp: '05-09-2024 8:15 AM', TotalBalance: 12 } },
      },
      [OTHER_VIN]: {
        make: 'Jayco',
        model: 'Jay Flight',
        year: 2018,
        vin: OTHER_VIN,
        axleAmount: '2',
        customerUUID: DUNES,
        assigned: false,
        rvImage: null,
        // The same number as a visit of another rig.
        workHistory: {
          300001: {
            ...visit,
            customerDetails: null,
            customerRV: null,
            assignedTechnician: null,
            assignedTechs: null,
            companyUUID: CEDAR,
          },
          300009: { TotalBalance: 5 },
        },
      },
      'NOT A%2FVIN': { make: 'x' },
    },
    customers: { [CUSTOMER]: { customerDetails: lou } },
  },
}

/** Writes a file into a folder of its own in `parent`, and returns its path. */
export async function writeImportFile(parent: string, content: unknown, name = 'tree.json'): Promise<string> {
  const path = join(await mkdtemp(join(parent, 'import-file-')), name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
