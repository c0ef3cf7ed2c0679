// An RV pool entry and a customer record of the tree.

import type { CustomerDetails } from '#domain/customers/customer.ts'
import type { CustomerRV } from '#domain/rigs/rig.ts'
import { isStorableVin, normalizeVin } from '#domain/rigs/vin.ts'
import {
  MAX_LENGTHS,
  readCoordinates,
  readEmail,
  readLine,
  readName,
  readPhone,
  type TreeChecks,
} from './tree-checks.ts'
import type { TreeNode } from './tree-node.ts'

export type TreeRig = Omit<CustomerRV, 'rvImage'> & {
  /** As the tree has it: of a customer, or of the company that added the rig. */
  readonly customerUUID: string
  /** Our own exports say that neither is there. */
  readonly isOfNobody: boolean
  readonly assigned: boolean
}

/** The VIN of a key or field; null with a report if it is none. */
export function readVin(node: TreeNode, written: string): string | null {
  const vin = normalizeVin(written)
  if (!isStorableVin(vin))
    return node.skip('A VIN has 1 to 17 letters, digits and hyphens; this one was left out.')
  return vin === written.trim() ? vin : node.fix(`This VIN is not in capitals; taken as ${vin}.`, vin)
}

/** What is on the rig, without its VIN. */
export const readRigDetails = (node: TreeNode, checks: TreeChecks): Omit<CustomerRV, 'vin' | 'rvImage'> => ({
  make: readLine(node.child('make'), checks, MAX_LENGTHS.rig),
  model: readLine(node.child('model'), checks, MAX_LENGTHS.rig),
  year: readLine(node.child('year'), checks, MAX_LENGTHS.year),
  axleAmount: node.child('axleAmount').checked(checks.axleAmount, node.child('axleAmount').text(), null),
})

/** A pool entry without its work history; null if its key is no VIN. */
export function readRig(node: TreeNode, key: string, checks: TreeChecks): TreeRig | null {
  const vin = readVin(node, key)
  if (vin === null) return null
  if (node.child('rvImage').text() !== '')
    node.child('rvImage').skip('The pool has no images here; those of a rig’s tickets are imported.')
  return {
    vin,
    ...readRigDetails(node, checks),
    customerUUID: node.child('customerUUID').text(),
    isOfNobody: node.child('customerUUID').value === null,
    assigned: node.child('assigned').isTrue(),
  }
}

type TreeCustomer = Omit<CustomerDetails, 'profileImageUrl'>

/** A customer of a ticket or record; `node` is their `customerDetails`. */
export function readCustomerDetails(node: TreeNode, checks: TreeChecks): TreeCustomer {
  return {
    firstName: readName(node.child('firstName'), checks, MAX_LENGTHS.name),
    lastName: readName(node.child('lastName'), checks, MAX_LENGTHS.name),
    email: readEmail(node.child('email'), checks),
    phone: readPhone(node.child('phone'), checks),
    address: readLine(node.child('address'), checks, MAX_LENGTHS.address) || null,
    coordinates: readCoordinates(node.child('coordinates'), checks),
  }
}
