// A company of the tree: its details, settings and employees.

import { type CompanyDetails, type CompanySettings, DEFAULT_SETTINGS } from '#domain/companies/company.ts'
import type { Employee } from '#domain/employees/employee.ts'
import {
  MAX_LENGTHS,
  readCoordinates,
  readEmail,
  readLine,
  readMoney,
  readName,
  readPhone,
  type TreeContext,
} from './tree-checks.ts'
import { readImage, type TreeImage } from './tree-image.ts'
import type { Check, TreeNode } from './tree-node.ts'

export type TreeCompany = Omit<CompanyDetails, 'imageURL'> & {
  readonly companySettings: CompanySettings
  /** Of our own exports; null in others. */
  readonly timeZone: string | null
  readonly image: TreeImage | null
  /** The badges that the tree says the company has. They are earned here, and only kept for its next export. */
  readonly badges: { readonly trusted: boolean; readonly verified: boolean }
}

/** Two numbers, as a list or under `0` and `1`. */
function readSpan<T extends readonly [number, number]>(node: TreeNode, check: Check<T>, fallback: T): T {
  if (node.isMissing) return fallback
  const numbers = node.entries().map(({ node: each }) => each.number())
  return node.checked(check, numbers, fallback)
}

/** A badge is never entered: anybody can write a file. */
const readBadge = (node: TreeNode, how: string): boolean => {
  const has = node.isTrue()
  if (has) node.fix(`This badge is ${how} here; it is not imported.`, false)
  return has
}

/** The company's details and settings; null if it cannot be imported. `uid` is its key. */
export function readCompany(node: TreeNode, uid: string, { checks, idOf }: TreeContext): TreeCompany | null {
  const details = node.child('companyDetails')
  const settings = node.child('companySettings')
  if (details.isMissing) return details.skip('This company has no details.')
  const companyName = readName(details.child('companyName'), checks, MAX_LENGTHS.companyName)
  if (companyName === '') return details.child('companyName').skip('This company has no name.')
  const named = details.child('companyUUID')
  if (!named.isMissing && named.text() !== uid)
    named.fix('This is not the key that the company is stored under; took the key.', uid)
  const timeZone = details.child('timeZone')
  const badges = {
    trusted: readBadge(settings.child('trusted'), 'earned by reviews'),
    verified: readBadge(settings.child('verified'), 'given by the founders'),
  }
  return {
    companyUUID: idOf(uid),
    companyName,
    companyPhone: readPhone(details.child('companyPhone'), checks),
    companyAddress: readLine(details.child('companyAddress'), checks, MAX_LENGTHS.address) || null,
    coordinates: readCoordinates(details.child('coordinates'), checks),
    email: readEmail(details.child('email'), checks),
    laborRate: readMoney(details.child('laborRate'), checks.money),
    mobileRange: details
      .child('mobileRange')
      .checked(checks.mobileRange, details.child('mobileRange').number(), null),
    timeZone: timeZone.checked(checks.timeZone, timeZone.text(), null),
    image: readImage(details.child('imageURL'), uid, { checks, idOf }),
    badges,
    companySettings: {
      mobileBusiness: settings.child('mobileBusiness').isTrue(),
      onTimeStatus: settings.child('onTimeStatus').isTrue(),
      pendingStatus: settings.child('pendingStatus').isTrue(DEFAULT_SETTINGS.pendingStatus),
      trusted: false,
      verified: false,
      daysOfOperation: readSpan(
        settings.child('daysOfOperation'),
        checks.days,
        DEFAULT_SETTINGS.daysOfOperation,
      ),
      hoursOfOperation: readSpan(
        settings.child('hoursOfOperation'),
        checks.openHours,
        DEFAULT_SETTINGS.hoursOfOperation,
      ),
    },
  }
}

/** The company's employees by their keys; `accountEmail` is their login's, if that is known. */
export function readEmployees(
  node: TreeNode,
  companyUid: string,
  { checks, idOf }: TreeContext,
  accountEmail: (uid: string) => string | undefined,
): ReadonlyMap<string, Employee> {
  const employees = new Map<string, Employee>()
  for (const { key, node: employee } of node.entries()) {
    const email = accountEmail(key) ?? readEmail(employee.child('email'), checks)
    if (email === '') {
      employee.skip('Nobody can log in without an email: this employee has none.')
      continue
    }
    const of = employee.child('companyUUID')
    if (!of.isMissing && of.text() !== companyUid)
      of.fix('This is not the company that the employee is stored under; took that one.', companyUid)
    const firstName = readName(employee.child('firstName'), checks, MAX_LENGTHS.name)
    employees.set(key, {
      id: idOf(key),
      firstName:
        firstName || employee.child('firstName').fix('No first name; took the email.', email.slice(0, 80)),
      lastName: readName(employee.child('lastName'), checks, MAX_LENGTHS.name),
      email,
      phone: readPhone(employee.child('phone'), checks),
      licenseNumber: readLine(employee.child('licenseNumber'), checks, MAX_LENGTHS.licenseNumber),
      isInsured: employee.child('isInsured').isTrue(),
      roles: {
        isServiceWriter: employee.child('roles').child('isServiceWriter').isTrue(),
        isTechnician: employee.child('roles').child('isTechnician').isTrue(),
      },
      isActive: true,
    })
  }
  return employees
}
