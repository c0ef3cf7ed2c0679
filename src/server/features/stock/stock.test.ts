import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date('2025-11-20T19:00:00Z')
})

const desk = () => app.as('walt')
const stock = () => desk().stock

const PUMP = { description: 'Water pump', place: 'shelf B', price: 60, cost: 41.25, reorderPoint: 2 }

/** An item of a part number that nobody had before. */
async function addItem(more: object = {}) {
  count += 1
  const item = { partNumber: `4008-${count}`, ...PUMP, quantity: 10, ...more }
  return { ...item, ...(await stock().add(item)) }
}

const itemOf = async (id: string) => (await stock().list()).find(({ stockItemId }) => stockItemId === id)
const quantityOf = async (id: string) => (await itemOf(id))?.quantity
const movementsOf = async (stockItemId: string) =>
  (await stock().listMovements({ stockItemId })).movements.map(({ kind, quantity }) => [kind, quantity])
const logOf = async () => (await app.as('dana').audit.list({})).entries.map(({ verb }) => verb)

/** What the table's movements add up to, which no code of the feature computes. */
async function sumOf(stockItemId: string): Promise<number> {
  const { total } = await app.database
    .selectFrom('stockMovement')
    .select(sql<number>`sum(quantity)`.as('total'))
    .where('stockItemId', '=', stockItemId)
    .executeTakeFirstOrThrow()
  return total
}

describe('a stock item', () => {
  test('is added with what is there, changed and removed by the desk; other companies have none of it', async () => {
    const { stockItemId, partNumber } = await addItem()
    expect(await itemOf(stockItemId)).toEqual({
      ...{ stockItemId, partNumber, ...PUMP, vendorId: null, quantity: 10, isToReorder: false },
    })
    expect(await movementsOf(stockItemId)).toEqual([['counted', 10]])
    expect((await logOf())[0]).toBe('company.add-stock-item')
    const changed = { partNumber, description: 'Pump', place: 'van 2', price: null, cost: null }
    await stock().change({ stockItemId, ...changed, reorderPoint: 10 })
    expect(await itemOf(stockItemId)).toMatchObject({ ...changed, quantity: 10, isToReorder: true })
    expect((await stock().list())[0]).toMatchObject({ stockItemId })
    await stock().change({ stockItemId, description: 'Water pump, 12 V' })
    expect(await itemOf(stockItemId)).toMatchObject({ ...changed, description: 'Water pump, 12 V' })
    const rival = app.as('ray').stock
    expect(await rival.list()).toEqual([])
    expect([await stock().status(), await rival.status()]).toEqual([{ isOn: true }, { isOn: false }])
    for (const call of [
      () => rival.change({ stockItemId, ...changed }),
      () => rival.remove({ stockItemId }),
      () => rival.receive({ stockItemId, quantity: 1 }),
      () => rival.count({ stockItemId, seen: 10, counted: 1 }),
      () => rival.scrap({ stockItemId, quantity: 1, note: 'x' }),
      () => rival.listMovements({ stockItemId }),
    ])
      expect((await errorOf(call())).code).toBe('NOT_FOUND')
    expect(await errorOf(stock().remove({ stockItemId }))).toMatchObject({
      fields: { stockItemId: '10 are still in stock. Scrap or count them first.' },
    })
    await stock().count({ stockItemId, seen: 10, counted: 0 })
    await stock().remove({ stockItemId })
    expect(await itemOf(stockItemId)).toBeUndefined()
    expect((await errorOf(stock().remove({ stockItemId }))).message).toBe('This was removed from stock.')
  })

  test.each([
    [{ cost: 0 }, { cost: 'Enter a number greater than 0.' }],
    [{ price: 0 }, { price: 'Enter a number greater than 0.' }],
    [{ partNumber: ' ' }, { partNumber: 'Required.' }],
    [{ quantity: -1 }, { quantity: 'Enter 0 or more.' }],
    [{ quantity: 0.0001 }, { quantity: 'Use no more than 3 decimal places.' }],
    [{ reorderPoint: 0 }, { reorderPoint: 'Enter a number greater than 0.' }],
  ])('is not added with %j', async (wrong, fields) => {
    const { length } = await stock().list()
    expect(await errorOf(addItem(wrong))).toMatchObject({ code: 'INVALID', fields })
    expect(await stock().list()).toHaveLength(length)
  })

  test('is at one place once, also by two at once; elsewhere it is another', async () => {
    const { partNumber, stockItemId } = await addItem()
    expect(await errorOf(stock().add({ ...PUMP, partNumber, place: 'SHELF B' }))).toMatchObject({
      fields: { partNumber: `Part number ${partNumber} is already in stock at shelf B.` },
    })
    await stock().change({ stockItemId, ...PUMP, partNumber, description: 'The same one' })
    const both = await Promise.allSettled(
      [1, 2].map(() => stock().add({ ...PUMP, partNumber, place: 'van 2' })),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is seen by technicians without price and cost, and changed by none of them', async () => {
    const { stockItemId } = await addItem({ price: 7654.32, cost: 6543.21 })
    const bay = app.as('rosa').stock
    const seen = await bay.list()
    expect(seen.find(item => item.stockItemId === stockItemId)).toMatchObject({
      ...{ quantity: 10, price: null, cost: null },
    })
    expect(JSON.stringify(seen)).not.toMatch(/7654|6543/)
    for (const call of [
      () => bay.add({ ...PUMP, partNumber: 'X' }),
      () => bay.receive({ stockItemId, quantity: 1 }),
      () => bay.count({ stockItemId, seen: 10, counted: 1 }),
      () => bay.scrap({ stockItemId, quantity: 1, note: 'x' }),
      () => bay.listMovements({ stockItemId }),
    ])
      expect((await errorOf(call())).code).toBe('FORBIDDEN')
    expect(await sumOf(stockItemId)).toBe(10)
  })
})

describe('movements', () => {
  test('are listed newest first, with who and why, and add up to the quantity', async () => {
    const { stockItemId } = await addItem()
    await stock().receive({ stockItemId, quantity: 2.5, cost: 45, note: 'Lippert' })
    await stock().scrap({ stockItemId, quantity: 0.5, note: 'Cracked' })
    await stock().count({ stockItemId, seen: 12, counted: 11, note: 'Friday' })
    await stock().count({ stockItemId, seen: 11, counted: 11 })
    const { movements, isComplete } = await stock().listMovements({ stockItemId })
    expect(isComplete).toBe(true)
    expect(movements.map(({ kind, quantity, cost, note }) => [kind, quantity, cost, note])).toEqual([
      ['counted', 0, 45, ''],
      ['counted', -1, 45, 'Friday'],
      ['scrapped', -0.5, 45, 'Cracked'],
      ['received', 2.5, 45, 'Lippert'],
      ['counted', 10, 41.25, ''],
    ])
    expect(movements[0]).toMatchObject({
      at: app.now,
      byName: expect.stringContaining('Walt'),
      ticketId: null,
    })
    expect(await itemOf(stockItemId)).toMatchObject({ quantity: 11, cost: 45 })
    expect(await sumOf(stockItemId)).toBe(11)
    expect((await logOf()).slice(0, 4)).toEqual([
      ...['company.count-stock-item', 'company.count-stock-item', 'company.scrap-stock-item'],
      'company.receive-stock-item',
    ])
  })

  test('are refused if they are more than is there, or than there can be', async () => {
    const { stockItemId } = await addItem()
    expect(await errorOf(stock().scrap({ stockItemId, quantity: 11, note: 'x' }))).toMatchObject({
      fields: { quantity: 'Only 10 are in stock.' },
    })
    expect(await errorOf(stock().scrap({ stockItemId, quantity: 1, note: ' ' }))).toMatchObject({
      fields: { note: 'Required.' },
    })
    expect(await errorOf(stock().receive({ stockItemId, quantity: 9991 }))).toMatchObject({
      fields: { quantity: 'At most 10,000 of one part can be in stock.' },
    })
    expect(await errorOf(stock().receive({ stockItemId, quantity: 1, cost: 0 }))).toMatchObject({
      fields: { cost: 'Enter a number greater than 0.' },
    })
    expect(await movementsOf(stockItemId)).toEqual([['counted', 10]])
  })

  test('of a count are refused if the stock was used while it was counted', async () => {
    const { stockItemId } = await addItem()
    await stock().scrap({ stockItemId, quantity: 2, note: 'Cracked' })
    expect(await errorOf(stock().count({ stockItemId, seen: 10, counted: 9 }))).toMatchObject({
      fields: { counted: 'Stock changed from 10 to 8 while you counted. Count again.' },
    })
    expect(await quantityOf(stockItemId)).toBe(8)
  })

  test('cannot be changed or deleted by the app', async () => {
    const { rows } = await sql<{ privilege: string }>`
      select privilege_type as privilege from information_schema.role_table_grants
      where table_name = 'stock_movement' and grantee = 'rigwright_app'`.execute(app.database)
    expect(rows.map(({ privilege }) => privilege).sort()).toEqual(['INSERT', 'SELECT'])
  })
})

test('an item that was removed is the same one when it is added again', async () => {
  const { stockItemId, partNumber } = await addItem({ quantity: 0 })
  await stock().remove({ stockItemId })
  const again = { partNumber: partNumber.toLowerCase(), description: 'Pump', place: 'Shelf B', quantity: 4 }
  expect((await stock().add(again)).stockItemId).toBe(stockItemId)
  expect([await quantityOf(stockItemId), await sumOf(stockItemId)]).toEqual([4, 4])
})

describe('a part of a ticket', () => {
  const partsOf = async (ticketId: number, who: 'walt' | 'rosa' = 'walt') =>
    (await app.as(who).tickets.get({ ticketId })).parts

  test('is taken from stock in one command, with its description; a technician’s is priced by the desk', async () => {
    const { stockItemId, partNumber } = await addItem()
    const ticketId = await app.createTicket('rosa')
    const { partId } = await app
      .as('rosa')
      .tickets.addPart({ ticketId, stockItemId, quantity: 3, jobNumber: 1 })
    expect(await partsOf(ticketId)).toMatchObject([
      {
        ...{
          partId,
          quantity: 3,
          description: `Water pump (${partNumber})`,
          perPartAmount: null,
          jobNumber: 1,
        },
        stock: { stockItemId, place: 'shelf B' },
      },
    ])
    expect(await partsOf(ticketId, 'rosa')).toMatchObject([
      { perPartAmount: null, isPriced: false, stock: { place: 'shelf B' } },
    ])
    expect((await stock().listMovements({ stockItemId })).movements[0]).toMatchObject({
      ...{ kind: 'taken', quantity: -3, ticketId, byName: expect.stringContaining('Rosa') },
    })
    expect(await quantityOf(stockItemId)).toBe(7)
  })

  test('is named and priced as typed, where something was typed', async () => {
    const { stockItemId } = await addItem({ price: null })
    const ticketId = await app.createTicket('rosa')
    const typed = { description: 'Pump', perPartAmount: 55 }
    await desk().tickets.addPart({ ticketId, stockItemId, quantity: 1, ...typed })
    await desk().tickets.addPart({ ticketId, stockItemId, quantity: 1 })
    expect(await partsOf(ticketId)).toMatchObject([typed, { perPartAmount: null, isPriced: false }])
  })

  test('takes more, or gives back, with its quantity, and gives all back when it is removed', async () => {
    const { stockItemId } = await addItem()
    const ticketId = await app.createTicket('rosa')
    const { partId } = await desk().tickets.addPart({ ticketId, stockItemId, quantity: 3 })
    await desk().tickets.changePart({ ticketId, partId, quantity: 5 })
    expect(await quantityOf(stockItemId)).toBe(5)
    expect(await errorOf(desk().tickets.changePart({ ticketId, partId, quantity: 11 }))).toMatchObject({
      fields: { quantity: 'Only 5 are in stock.' },
    })
    await desk().tickets.changePart({ ticketId, partId, quantity: 0.5, description: 'Half' })
    await desk().tickets.changePart({ ticketId, partId, perPartAmount: 70 })
    expect(await quantityOf(stockItemId)).toBe(9.5)
    await desk().tickets.removePart({ ticketId, partId })
    expect(await movementsOf(stockItemId)).toEqual([
      ['returned', 0.5],
      ['returned', 4.5],
      ['taken', -2],
      ['taken', -3],
      ['counted', 10],
    ])
    expect(await quantityOf(stockItemId)).toBe(10)
    expect(await partsOf(ticketId)).toEqual([])
  })

  test('that comes back lists a removed item again', async () => {
    const { stockItemId } = await addItem({ quantity: 1 })
    const ticketId = await app.createTicket('rosa')
    const { partId } = await desk().tickets.addPart({ ticketId, stockItemId, quantity: 1 })
    await stock().remove({ stockItemId })
    expect((await errorOf(desk().tickets.addPart({ ticketId, stockItemId, quantity: 1 }))).message).toBe(
      'This was removed from stock.',
    )
    await desk().tickets.removePart({ ticketId, partId })
    expect(await quantityOf(stockItemId)).toBe(1)
  })

  test('is not taken if there is not that much, on an ended ticket, or from another company', async () => {
    const { stockItemId } = await addItem()
    const ticketId = await app.createTicket('rosa')
    const take = (quantity: number, id = ticketId) =>
      errorOf(desk().tickets.addPart({ ticketId: id, stockItemId, quantity }))
    expect(await take(11)).toMatchObject({ code: 'INVALID', fields: { quantity: 'Only 10 are in stock.' } })
    const rival = app.as('ray').tickets
    const rivals = (await rival.create({ ...june, jobs: [{ problem: 'Leak' }] })).ticketId
    expect((await errorOf(rival.addPart({ ticketId: rivals, stockItemId, quantity: 1 }))).code).toBe(
      'NOT_FOUND',
    )
    await desk().tickets.finalize({ ticketId })
    expect((await take(1)).code).toBe('REFUSED')
    expect(await movementsOf(stockItemId)).toEqual([['counted', 10]])
    expect(await partsOf(ticketId)).toEqual([])
  })

  test('is taken by 64 at once: ten of ten, and no more', async () => {
    const { stockItemId } = await addItem()
    const ticketIds = await Promise.all(Array.from({ length: 8 }, () => app.createTicket('rosa')))
    const all = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) =>
        desk().tickets.addPart({ ticketId: ticketIds[index % 8] ?? 0, stockItemId, quantity: 1 }),
      ),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await sumOf(stockItemId)).toBe(0)
    const parts = await Promise.all(ticketIds.map(ticketId => partsOf(ticketId)))
    expect(parts.flat()).toHaveLength(10)
    expect(app.loggedErrors).toEqual([])
  })

  test('shows its customer nothing of stock or cost', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    const { stockItemId } = await addItem({ cost: 6543.21, place: 'SECRET-SHELF' })
    await desk().tickets.addPart({ ticketId, stockItemId, quantity: 1 })
    await desk().tickets.assign({ ticketId, employeeId: app.ids.rosa })
    const seen = JSON.stringify(await client.customerView.get({ token }))
    expect(seen).toContain('Water pump')
    expect(seen).not.toMatch(/6543|SECRET-SHELF|stockItemId/)
    expect(JSON.stringify(await app.as('rosa').tickets.get({ ticketId }))).not.toMatch(/6543/)
  })
})

describe('an order for stock', () => {
  const order = async (stockItemId: string, more: object = {}) => {
    count += 1
    const { vendorId } = await app.as('dana').vendors.add({ name: `Lippert ${count}` })
    const part = { quantity: 3, description: 'Water pump', cost: 44.5 }
    const line = await desk().purchaseOrders.addLine({ vendorId, stockItemId, ...part, ...more })
    return { vendorId, ...line }
  }

  test('is received into it with its cost, in one command, and its vendor is remembered', async () => {
    const { stockItemId } = await addItem({ quantity: 0 })
    const { orderId, lineId, number, vendorId } = await order(stockItemId)
    await desk().purchaseOrders.place({ orderId })
    await desk().purchaseOrders.receive({ orderId, lineId, quantity: 2 })
    expect(await itemOf(stockItemId)).toMatchObject({ quantity: 2, cost: 44.5, vendorId })
    expect((await app.as('rosa').stock.list()).find(item => item.stockItemId === stockItemId)).toMatchObject({
      ...{ quantity: 2, cost: null, vendorId: null },
    })
    expect((await stock().listMovements({ stockItemId })).movements).toMatchObject([
      { kind: 'received', quantity: 2, cost: 44.5, note: `Order ${number}` },
    ])
    expect(await errorOf(desk().purchaseOrders.receive({ orderId, lineId, quantity: 2 }))).toMatchObject({
      fields: { quantity: '3 were ordered and 2 received. Receive 2 more anyway?' },
    })
    expect(await quantityOf(stockItemId)).toBe(2)
  })

  test('that did not come leaves stock again, unless it was taken already', async () => {
    const { stockItemId } = await addItem({ quantity: 0 })
    const { orderId, lineId, number } = await order(stockItemId)
    await desk().purchaseOrders.place({ orderId })
    await desk().purchaseOrders.receive({ orderId, lineId, quantity: 3 })
    await stock().scrap({ stockItemId, quantity: 1, note: 'Cracked' })
    const undo = (quantity: number) =>
      desk().purchaseOrders.undoReceipt({ orderId, lineId, quantity, reason: 'Wrong box' })
    expect(await errorOf(undo(3))).toMatchObject({ fields: { quantity: 'Only 2 are in stock.' } })
    await undo(2)
    expect((await stock().listMovements({ stockItemId })).movements[0]).toMatchObject({
      ...{ kind: 'received', quantity: -2, cost: 44.5, note: `Order ${number}, undone` },
    })
    expect([await quantityOf(stockItemId), await sumOf(stockItemId)]).toEqual([0, 0])
  })

  test('that was typed at a wrong cost leaves the cost as it was', async () => {
    const { stockItemId } = await addItem({ quantity: 0 })
    await stock().receive({ stockItemId, quantity: 1, cost: 40 })
    const { orderId, lineId } = await order(stockItemId)
    await desk().purchaseOrders.place({ orderId })
    await desk().purchaseOrders.receive({ orderId, lineId, quantity: 3 })
    const costOf = async () => (await stock().list()).find(item => item.stockItemId === stockItemId)?.cost
    expect(await costOf()).toBe(44.5)
    await desk().purchaseOrders.undoReceipt({ orderId, lineId, quantity: 3, reason: 'Typed wrong' })
    expect(await costOf()).toBe(40)
  })

  test('lists an item again that was removed meanwhile', async () => {
    const { stockItemId } = await addItem({ quantity: 0 })
    const { orderId, lineId } = await order(stockItemId)
    await desk().purchaseOrders.place({ orderId })
    await stock().remove({ stockItemId })
    await desk().purchaseOrders.receive({ orderId, lineId, quantity: 3 })
    expect(await quantityOf(stockItemId)).toBe(3)
  })

  test('is refused for a ticket, for what was removed, and for another company’s', async () => {
    const { stockItemId } = await addItem({ quantity: 0 })
    const ticketId = await app.createTicket('rosa')
    expect(await errorOf(order(stockItemId, { ticketId }))).toMatchObject({
      fields: { ticketId: 'A part ordered for stock can’t be for a ticket.' },
    })
    const { vendorId } = await app.as('ray').vendors.add({ name: 'Dometic' })
    const part = { vendorId, stockItemId, quantity: 1, description: 'Pump', cost: 1 }
    expect((await errorOf(app.as('ray').purchaseOrders.addLine(part))).code).toBe('NOT_FOUND')
    await stock().remove({ stockItemId })
    expect((await errorOf(order(stockItemId))).message).toBe('This was removed from stock.')
  })
})
