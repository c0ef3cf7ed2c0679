// The validation of the forms on the stock page, loaded with the first key.

import { countedStock, newStockItem, receivedStock, scrappedStock } from '#contract/stock/stock.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export const validateStockItem = validateWithContract<object>(newStockItem)
export const validateMovement = {
  receive: validateWithContract<object>(receivedStock),
  count: validateWithContract<object>(countedStock),
  scrap: validateWithContract<object>(scrappedStock),
}
