import { june } from '#server/seed/demo-accounts.ts'

/** An employee of a spreadsheet. */
export const importedPerson = {
  firstName: 'Bea',
  lastName: 'Lund',
  email: 'bea@mail.example',
  phone: '574 555 0177',
  licenseNumber: 'L-100',
  isInsured: 'Yes' as const,
  roles: 'Technician' as const,
}

const { vin, year, make, model } = june.customerRV

/** A job of past work of a spreadsheet, on June's rig. */
export const importedJob = {
  date: '2024-03-04',
  invoice: '1042',
  vin,
  year,
  make,
  model,
  firstName: 'June',
  lastName: 'Park',
  email: '',
  phone: '574 555 0201',
  complaint: 'Water heater does not light',
  cause: 'Corroded igniter',
  correction: 'Replaced the igniter',
  hours: '1.5',
  parts: 'Igniter',
  partsAmount: '42.10',
  total: '301.25',
  technician: 'Old Hank Miller',
}
