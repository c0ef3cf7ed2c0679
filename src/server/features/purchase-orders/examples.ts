import {
  byId,
  DESK,
  type Examples,
  OFFICE,
  OWN_DESK,
  OWN_OFFICE,
  own,
  renewed,
} from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

/** A name that the company has not had. */
let count = 0
const nextName = (): string => {
  count += 1
  return `Vendor ${count}`
}

/** One from which the company has no markup. */
const nextCost = (): number => {
  count += 1
  return count
}

/** One that is removed again when the next is added, if nothing is on order from it: a company can have only so many. */
let last: string | null = null
async function addVendor({ app }: SecretFixtures, email = ''): Promise<string> {
  const { vendors } = app.as('dana')
  if (last !== null) await vendors.remove({ vendorId: last }).catch(() => {})
  const { vendorId } = await vendors.add({ name: `${nextName()} ${CANARY}`, accountNumber: CANARY, email })
  last = vendorId
  return vendorId
}

const PART = { quantity: 2, description: `Water pump ${CANARY}`, partNumber: CANARY, cost: 41.25 }

async function addLine(shop: SecretFixtures) {
  const vendorId = await addVendor(shop)
  const { orderId, lineId } = await shop.app.as('dana').purchaseOrders.addLine({ vendorId, ...PART })
  return { orderId, lineId }
}

async function placeOrder(shop: SecretFixtures) {
  const ids = await addLine(shop)
  await shop.app.as('dana').purchaseOrders.place({ orderId: ids.orderId })
  return ids
}

async function oweCore(shop: SecretFixtures) {
  const ids = await placeOrder(shop)
  const { purchaseOrders } = shop.app.as('dana')
  await purchaseOrders.changeLineDetails({ ...ids, listPrice: null, coreCharge: 10, condition: null })
  await purchaseOrders.receive({ ...ids, quantity: 1 })
  return { ...ids, quantity: 1, credited: 10 }
}

async function receivePart(shop: SecretFixtures) {
  const ids = await placeOrder(shop)
  await shop.app.as('dana').purchaseOrders.receive({ ...ids, quantity: 1 })
  return ids
}

async function returnPart(shop: SecretFixtures) {
  const ids = await receivePart(shop)
  const returned = { quantity: 1, reason: CANARY }
  const { returnId } = await shop.app.as('dana').purchaseOrders.returnToVendor({ ...ids, ...returned })
  return { ...ids, returnId }
}

export const examples: Examples = {
  'vendors.list': own(OWN_DESK),
  'vendors.listLeadTimes': own(OWN_DESK, async shop => {
    const { orderId, lineId } = await placeOrder(shop)
    await shop.app.as('dana').purchaseOrders.receive({ orderId, lineId, quantity: 1 })
    return {}
  }),
  'vendors.add': renewed(own(OWN_OFFICE), async ({ app }) => {
    const { vendors } = app.as('dana')
    for (const { vendorId, name } of await vendors.list())
      if (/^Vendor \d+$/.test(name)) await vendors.remove({ vendorId })
    return { name: nextName() }
  }),
  'vendors.change': byId(OFFICE, async shop => ({ vendorId: await addVendor(shop), name: nextName() })),
  'vendors.remove': byId(OFFICE, async shop => ({ vendorId: await addVendor(shop) })),
  'markups.list': own(OWN_DESK, async ({ app }) => {
    await app.as('dana').markups.add({ costFrom: nextCost(), percent: 80 })
    return {}
  }),
  'markups.add': renewed(own(OWN_OFFICE), () => ({ costFrom: nextCost(), percent: 80 })),
  'markups.remove': byId(OFFICE, ({ app }) =>
    app.as('dana').markups.add({ costFrom: nextCost(), percent: 80 }),
  ),
  'purchaseOrders.list': own(OWN_DESK, async shop => {
    await addLine(shop)
    return {}
  }),
  'purchaseOrders.addLine': byId(DESK, async shop => ({ vendorId: await addVendor(shop), ...PART })),
  'purchaseOrders.removeLine': byId(DESK, addLine),
  'purchaseOrders.place': byId(DESK, async shop => ({ orderId: (await addLine(shop)).orderId })),
  'purchaseOrders.expect': byId(DESK, async shop => ({
    ...(await placeOrder(shop)),
    expectedOn: '2099-06-03',
  })),
  'purchaseOrders.receive': byId(DESK, async shop => ({ ...(await placeOrder(shop)), quantity: 1 })),
  'purchaseOrders.undoReceipt': byId(DESK, async shop => {
    const ids = await receivePart(shop)
    return { ...ids, quantity: 1, reason: CANARY }
  }),
  'purchaseOrders.reopen': byId(DESK, async shop => {
    const { orderId } = await placeOrder(shop)
    await shop.app.as('dana').purchaseOrders.close({ orderId })
    return { orderId }
  }),
  'purchaseOrders.changeDetails': byId(DESK, async shop => ({
    orderId: (await placeOrder(shop)).orderId,
    ...{ freight: 12, trackingNumber: CANARY, invoiceNumber: CANARY, invoiceTotal: 94.5 },
  })),
  'purchaseOrders.changeLineDetails': byId(DESK, async shop => ({
    ...(await placeOrder(shop)),
    ...{ listPrice: 60, coreCharge: 10, condition: 'rebuilt' },
  })),
  'purchaseOrders.returnCore': byId(DESK, oweCore),
  'purchaseOrders.undoCoreReturn': byId(DESK, async shop => {
    const { orderId, lineId, ...returned } = await oweCore(shop)
    await shop.app.as('dana').purchaseOrders.returnCore({ orderId, lineId, ...returned })
    return { orderId, lineId }
  }),
  'purchaseOrders.returnToVendor': byId(DESK, async shop => ({
    ...(await receivePart(shop)),
    ...{ quantity: 1, reason: CANARY, restockingFee: 5 },
  })),
  'purchaseOrders.creditReturn': byId(DESK, async shop => ({ ...(await returnPart(shop)), credited: 36.25 })),
  'purchaseOrders.undoReturn': byId(DESK, returnPart),
  'purchaseOrders.email': byId(DESK, async shop => {
    const vendorId = await addVendor(shop, 'po@vendor.example')
    const { purchaseOrders } = shop.app.as('dana')
    const { orderId } = await purchaseOrders.addLine({ vendorId, ...PART })
    await purchaseOrders.place({ orderId })
    return { orderId }
  }),
  purchaseOrderDocument: byId(DESK, async shop => ({ orderId: (await placeOrder(shop)).orderId })),
  'purchaseOrders.close': byId(DESK, async shop => ({ orderId: (await placeOrder(shop)).orderId })),
}
