import { june } from '../../src/server/cast/people.ts'
import { expect, expectAlert, newPerson, test } from './running.ts'
import { answer, bringTrailer, foundCompany } from './steps.ts'

const ROOF = 'Roof leak above the bunk'
const FURNACE = 'Furnace lights, then goes out'

const jobs = [
  { problem: ROOF, estimatedTime: 1.25 },
  { problem: FURNACE, estimatedTime: 2 },
]

/** A ticket with a part on its first line. */
async function broughtIn(desk: Parameters<typeof bringTrailer>[0]): Promise<number> {
  const ticketId = await bringTrailer(desk, jobs)
  const data = { quantity: 2, description: 'Lap sealant', perPartAmount: 13.75, jobNumber: 1 }
  await answer(desk.request.post(`/api/tickets/${ticketId}/parts`, { data }))
  return ticketId
}

test('the desk writes down a phone call, and what was declined comes up again', async ({ shop, browser }) => {
  const desk = await newPerson(browser, shop)
  await foundCompany(desk, 'Called Back RV')
  const ticketId = await broughtIn(desk)
  await desk.goto(`/service-ticket/${ticketId}`)
  const panel = desk.getByRole('region', { name: 'Ask the Customer' })
  await panel.getByRole('button', { name: 'Record Phone Answer of job 2' }).click()
  await panel.getByRole('button', { name: 'Declined job 2' }).click()
  await expectAlert(desk, 'Answer recorded.')
  await expect(panel.getByText(/^Declined by phone, written down by Called Back RV/)).toBeVisible()

  await panel.getByLabel(`1. ${ROOF}`).check()
  await panel.getByRole('button', { name: 'Ask the Customer' }).click()
  await panel.getByRole('button', { name: 'Withdraw Question of job 1' }).click()
  await expectAlert(desk, 'Question withdrawn.')

  await desk.goto('/create-ticket')
  await desk.getByLabel('VIN').fill(june.customerRV.vin)
  const deferred = desk.getByRole('region', { name: 'Deferred Work' })
  await expect(deferred.getByText(`Declined on ticket ${ticketId}, at $290.00`)).toBeVisible()
  await deferred.getByRole('button', { name: 'Add to this ticket' }).click()
  await expect(deferred).toBeHidden()
  await expect(desk.getByRole('region', { name: 'Job Lines' }).getByText(FURNACE)).toBeVisible()

  const next = await bringTrailer(desk, [])
  await desk.goto(`/service-ticket/${next}`)
  await desk.getByRole('button', { name: 'Add to this ticket' }).click()
  await expectAlert(desk, 'Job line added.')
  await expect(desk.getByRole('region', { name: 'Job Lines' }).getByText(FURNACE)).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Deferred Work' })).toBeHidden()
})
