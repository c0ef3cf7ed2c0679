import {
  byId,
  DESK,
  type Examples,
  OWN_BOARD,
  OWN_DESK,
  own,
  renewed,
} from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

/** A part number that the company has not had. */
let count = 0
const nextNumber = (): string => {
  count += 1
  return `4008-${count}`
}

const newItem = () => ({
  partNumber: `${nextNumber()} ${CANARY}`,
  ...{ description: `Water pump ${CANARY}`, place: `shelf B ${CANARY}`, cost: 41.25, price: 60 },
})

const addItem = async ({ app }: SecretFixtures, quantity = 9) =>
  app.as('dana').stock.add({ ...newItem(), quantity })

export const examples: Examples = {
  stockLabels: byId(DESK, async shop => ({ items: (await addItem(shop)).stockItemId })),
  'stock.status': own(OWN_BOARD),
  'stock.list': own(OWN_BOARD, async shop => {
    await addItem(shop)
    return {}
  }),
  'stock.listMovements': byId(DESK, shop => addItem(shop)),
  'stock.add': renewed(own(OWN_DESK), () => newItem()),
  'stock.change': byId(DESK, async shop => ({ ...(await addItem(shop)), ...newItem() })),
  'stock.remove': byId(DESK, shop => addItem(shop, 0)),
  'stock.receive': byId(DESK, async shop => ({ ...(await addItem(shop)), quantity: 1 })),
  'stock.count': byId(DESK, async shop => ({ ...(await addItem(shop)), seen: 9, counted: 9 })),
  'stock.scrap': byId(DESK, async shop => ({ ...(await addItem(shop)), quantity: 0.001, note: 'Rusty' })),
}
