// Which column of a list of employees is which, and a row of the list as an employee. Passwords are never among them:
// each person sets their own.

import type { Employee } from '#domain/employees/employee.ts'
import { CUSTOMER_COLUMN_LABELS, CUSTOMER_HEADINGS } from './customer-columns.ts'
import { readEmployment, readStatus } from './employee-status.ts'
import { readName } from './person-name.ts'
import {
  type ColumnMapping,
  cellReader,
  matchHeadings,
  type SheetDefinition,
  type SheetRow,
} from './sheet-columns.ts'
import { readContacts } from './sheet-contacts.ts'

const FIELD_LABELS = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  phone: 'Phone',
  licenseNumber: 'Driver’s License Number',
  isInsured: 'Insured',
  roles: 'Roles',
} as const

/** What a row has besides, which is never stored. */
const STATUS = { status: 'Status' } as const

/** A row as typed; empty where there is nothing. */
export type EmployeeRow = Readonly<Record<keyof typeof FIELD_LABELS, string>>

const HEADINGS = {
  firstName: ['firstname', 'first', 'givenname', 'fname', 'employeefirstname'],
  lastName: ['lastname', 'last', 'surname', 'familyname', 'lname', 'employeelastname'],
  fullName: ['fullname', 'employeename', 'employee', 'name', 'displayname', 'technician', 'staff'],
  suffix: CUSTOMER_HEADINGS.suffix,
  email: ['email', 'emailaddress', 'workemail', 'mainemail'],
  phone: [
    ...['phone', 'phonenumber', 'mainphone', 'mobile', 'mobilephone', 'cell', 'cellphone', 'telephone'],
    ...['homephone', 'workphone', 'tel', 'phonenumbers'],
  ],
  secondPhone: ['secondphone', 'altphone', 'otherphone', 'phone2'],
  licenseNumber: [
    ...['driverslicensenumber', 'driverslicense', 'driverlicensenumber', 'driverlicense', 'licensenumber'],
    ...['license', 'licenseno', 'dlnumber', 'dl', 'dlno'],
  ],
  isInsured: ['insured', 'isinsured', 'insurance'],
  roles: ['roles', 'role', 'jobtitle', 'title', 'position', 'job'],
  isTechnician: ['istechnician', 'tech', 'istech'],
  isServiceWriter: ['isservicewriter', 'servicewriter', 'serviceadvisor', 'writer'],
  status: [
    ...[
      'status',
      'employeestatus',
      'employmentstatus',
      'activestatus',
      'accountstatus',
      'active',
      'isactive',
    ],
    ...['enabled', 'isenabled', 'current', 'currentemployee', 'stillemployed'],
  ],
  left: [
    ...[
      'terminationdate',
      'termdate',
      'dateterminated',
      'terminated',
      'termination',
      'enddate',
      'employmentend',
    ],
    ...[
      'employmentenddate',
      'releasedate',
      'datereleased',
      'released',
      'separationdate',
      'lastday',
      'lastdayworked',
    ],
    ...[
      'leavedate',
      'dateleft',
      'left',
      'dateofleaving',
      'lastdate',
      'inactive',
      'isinactive',
      'inactivedate',
    ],
    ...['disabled', 'isdisabled', 'deactivated', 'retired', 'former', 'formeremployee'],
  ],
} as const

type ColumnName = keyof typeof HEADINGS

/** What the roles of a row are, by how they are written. */
const ROLES = {
  '': { isServiceWriter: false, isTechnician: false },
  Technician: { isServiceWriter: false, isTechnician: true },
  'Service Writer': { isServiceWriter: true, isTechnician: false },
  'Technician and Service Writer': { isServiceWriter: true, isTechnician: true },
} as const satisfies Record<string, Employee['roles']>

export const ROLE_NAMES = Object.keys(ROLES) as (keyof typeof ROLES)[]
export const YES_OR_NO = ['Yes', 'No', ''] as const

/** More would be no RV shop, and each row tells whether its email has an account here. */
export const MAX_EMPLOYEE_ROWS = 200

const YES = /^(y|yes|true|x|1)$/i
const NO = /^(n|no|false|0)$/i

const readYesOrNo = (typed: string): string => (YES.test(typed) ? 'Yes' : NO.test(typed) ? 'No' : typed)

const nameOfRoles = (isTechnician: boolean, isServiceWriter: boolean): string =>
  ROLE_NAMES.find(
    name => ROLES[name].isTechnician === isTechnician && ROLES[name].isServiceWriter === isServiceWriter,
  ) ?? ''

/** Roles in the product's words; any other text stays. */
function readRoles(typed: string): string {
  const roles = nameOfRoles(/\btech|mechanic/i.test(typed), /writer|advisor/i.test(typed))
  return roles === '' ? typed : roles
}

function toEmployeeRow(cells: readonly string[], mapping: ColumnMapping): SheetRow {
  const cell = cellReader<ColumnName>(cells, mapping)
  const { notes, ...contacts } = readContacts(cell)
  const employment = readEmployment(cell, mapping.includes('status'))
  return {
    ...readName(cell),
    ...contacts,
    status: employment.status,
    notes: employment.notes || notes,
    licenseNumber: cell('licenseNumber'),
    isInsured: readYesOrNo(cell('isInsured')),
    roles:
      cell('roles') === ''
        ? nameOfRoles(YES.test(cell('isTechnician')), YES.test(cell('isServiceWriter')))
        : readRoles(cell('roles')),
  }
}

/** A checked row as an employee. */
export function toEmployee({ isInsured, roles, ...details }: EmployeeRow): Omit<Employee, 'id' | 'isActive'> {
  const name = ROLE_NAMES.find(known => known === roles) ?? ''
  return { ...details, isInsured: isInsured === 'Yes', roles: ROLES[name] }
}

const NORMALIZE: Readonly<Record<string, (typed: string) => string>> = {
  isInsured: readYesOrNo,
  roles: readRoles,
  status: readStatus,
}

export const EMPLOYEE_SHEET: SheetDefinition = {
  fields: { ...FIELD_LABELS, ...STATUS },
  columns: {
    ...FIELD_LABELS,
    fullName: 'Full Name',
    suffix: CUSTOMER_COLUMN_LABELS.suffix,
    secondPhone: CUSTOMER_COLUMN_LABELS.secondPhone,
    status: 'Status: active or not',
    left: 'Left: yes, or the last day',
    isTechnician: 'Technician: yes or no',
    isServiceWriter: 'Service writer: yes or no',
  },
  required: {
    'the first name': ['firstName', 'fullName'],
    'the last name': ['lastName', 'fullName'],
    'the email': ['email'],
    'the phone number': ['phone'],
    'the driver’s license number': ['licenseNumber'],
  },
  joined: ['status', 'left'],
  dateColumn: null,
  guessColumns: headings => matchHeadings(HEADINGS, headings, [HEADINGS.status, HEADINGS.left]),
  toRow: toEmployeeRow,
  completeRows: rows => rows,
  normalizeField: (field, typed) => NORMALIZE[field]?.(typed.trim()) ?? typed,
  template: Object.values(FIELD_LABELS),
}
