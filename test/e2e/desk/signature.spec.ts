import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, createTrailerTicket, responseOf } from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, PHONE, test } from '../support/fixtures.ts'

test('a customer draws their signature at drop-off on the shop’s phone, and another types theirs', async ({
  shop,
  browser,
}) => {
  const desk = await newPersonPage(browser, shop, PHONE)
  await createCompany(desk, 'Sign Here RV')
  await responseOf(desk.request.patch('/api/company/preferences', { data: { asksForSignatures: true } }))
  const ticketId = await createTrailerTicket(desk, [{ problem: 'Awning' }])
  await desk.goto(`/service-ticket/${ticketId}`)
  await desk.getByRole('navigation', { name: 'Ticket' }).getByRole('button', { name: 'People' }).click()
  const panel = desk.getByRole('region', { name: 'Signatures' })
  await panel.getByRole('button', { name: 'Sign at Drop-off' }).click()
  const pad = panel.getByRole('img', { name: /Signature pad/ })
  await panel.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(panel.getByRole('alert')).toHaveText('Draw the signature, or choose to type the name.')
  await expectNoViolations(desk)
  expect(await horizontalOverflow(desk)).toEqual([])

  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (box === null) throw new Error('There is no pad.')
  await desk.mouse.move(box.x + 20, box.y + box.height / 2)
  await desk.mouse.down()
  await desk.mouse.move(box.x + box.width / 2, box.y + 10, { steps: 8 })
  await desk.mouse.move(box.x + box.width - 20, box.y + box.height - 10, { steps: 8 })
  await desk.mouse.up()
  await panel.getByRole('button', { name: 'Sign', exact: true }).click()
  await expectAlert(desk, 'Signed.')
  const drawn = panel.getByRole('img', { name: 'Signature of June Park' })
  await expect(drawn.locator('path')).toHaveAttribute('d', /^M\d+ \d+(L\d+ \d+){5,}$/)

  await panel.getByRole('button', { name: 'Sign at Drop-off Again' }).click()
  await panel.getByText('Type', { exact: true }).click()
  await panel.getByLabel('Name of Who Signs').fill('Ida Park')
  await panel.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect(panel.getByRole('listitem').last()).toContainText('Ida Park')
})
