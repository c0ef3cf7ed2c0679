import { randomUUID } from 'node:crypto'
import { rosa } from '../../../src/server/seed/demo-accounts.ts'
import { expectAccessible } from '../support/accessibility.ts'
import {
  assignTicket,
  createTrailerTicket,
  jobLine,
  newEmployeePage,
  newOwnerPage,
  responseOf,
  toggleLine,
} from '../support/actions.ts'
import { expect, LIVE, PHONE, test } from '../support/fixtures.ts'

test('the desk sees what waits on a phone, the time that it reported, and works off what was handed over', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop, PHONE)
  const { page: phone, id } = await newEmployeePage(browser, shop, dana, rosa)
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
  await assignTicket(dana, ticketId, id)
  const send = (path: string, data: object) => responseOf(phone.request.post(path, { data }))
  const tappedAt = new Date(Date.now() - 20 * 60_000)
  await send(`/api/tickets/${ticketId}/jobs/1/clock-in`, { tappedAt })
  await send('/api/bay/report', { deviceId: randomUUID(), notSent: 3, oldestTappedAt: tappedAt })
  const waits = /^Phone last online \d{1,2}:\d\d [AP]M · 3 not sent/

  await dana.goto('/dashboard')
  const clocks = dana.getByRole('region', { name: 'On the clock' })
  await expect(clocks.getByText(waits)).toBeVisible()
  await expect(clocks.getByText('Time from the phone')).toBeVisible()
  await expect(dana.getByText('Handed to the Desk')).toHaveCount(0)

  await send('/api/bay/hand-overs', {
    ...{ ticketId, jobNumber: 1, label: 'Cause, job 1: Roof leak', text: 'Sealant cracked' },
    ...{ reason: 'This ticket was reassigned.', tappedAt },
  })
  const handedOver = dana.getByRole('region', { name: 'Handed to the Desk' })
  await expect(handedOver.getByText('Rosa Díaz: Cause, job 1: Roof leak')).toBeVisible(LIVE)
  await expect(handedOver.getByText('Sealant cracked')).toBeVisible()
  await expectAccessible(dana)
  await handedOver.getByRole('link', { name: `Ticket ${ticketId}` }).click()
  await expect(dana.getByText(waits)).toBeVisible()
  const line = jobLine(dana, 'Roof leak')
  await toggleLine(line)
  await expect(line.getByText('Time from the phone')).toBeVisible()

  await dana.goto('/dashboard')
  await handedOver.getByRole('button', { name: /^Done/ }).click()
  await expect(handedOver).toHaveCount(0)
  await clocks.getByRole('button', { name: 'Dismiss what waits on the phone of Rosa Díaz' }).click()
  await expect(clocks.getByText(waits)).toHaveCount(0)
  await expect(clocks).toBeFocused()
})
