import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import type { CustomerSignature, SignatureSubject } from '#domain/signatures/signature.ts'
import { api } from '#web/api/client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { SignatureForm } from '#web/features/signatures/signature-form.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { SignaturesPanel } from './signatures-panel.tsx'

const ticketId = 412_873
const ticket = {
  ticketId,
  customerDetails: { firstName: 'June', lastName: 'Park' },
} as unknown as TicketView
const timeZone = 'America/Indiana/Indianapolis'
type Subject = SignatureSubject & { readonly version: string }
const dropOff: Subject = {
  ...{ occasion: 'drop-off', jobLines: '1. Roof leak; 2. Slide-out', version: 'drop-off' },
  ...{ amount: null, invoiceNumber: null },
}
const invoice: Subject = {
  ...{ occasion: 'pickup', jobLines: '', version: 'invoice' },
  ...{ amount: cents(350_00), invoiceNumber: '1004' },
}

const signedBy = (path: string | null) => ({
  ...dropOff,
  signatureId: `00000000-0000-4000-8000-00000000000${path === null ? 1 : 2}`,
  signedAt: new Date('2025-11-20T19:14:00Z'),
  signerName: 'June Park',
  path,
  isByLink: false,
  takenBy: 'Dana Reyes',
  outdated: path === null,
})

type Signing = {
  signatures: readonly (CustomerSignature & { takenBy: string | null; outdated: boolean })[]
  toSign: readonly Subject[]
}

function markupOf(content: ReactNode, signing: Signing = { signatures: [], toSign: [] }): string {
  const queries = createQueryClient()
  queries.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } })
  const { queryKey } = api.signatures.list.queryOptions({ input: { ticketId } })
  queries.setQueryData(queryKey, { ...signing, timeZone })
  return renderToString(
    createElement(MantineProvider, null, createElement(QueryClientProvider, { client: queries }, content)),
  )
}

const panelOf = (signing?: Signing) => markupOf(createElement(SignaturesPanel, { ticket }), signing)

test('a company that does not ask for signatures sees nothing of them on a ticket', () => {
  expect(panelOf()).not.toMatch(/sign/i)
})

test('what was signed is shown as it was drawn, or by the typed name, with when, how and who took it', () => {
  const markup = panelOf({ signatures: [signedBy('M1 2L30 40'), signedBy(null)], toSign: [] })
  expect(markup).toContain('<path d="M1 2L30 40">')
  expect(markup.match(/<svg[^>]*aria-label="Signature of June Park"/g)).toHaveLength(1)
  expect(markup.match(/>June Park<\/p>/g)).toHaveLength(1)
  const where = 'June Park, Thu, Nov 20, 2025 at 2:14 PM, in person, taken by Dana Reyes'
  expect(markup.split(where)).toHaveLength(3)
  expect(markup.split('The job lines changed before it was sent.')).toHaveLength(2)
  expect(markup).toContain('1. Roof leak; 2. Slide-out')
})

test('what can be signed now has a button each', () => {
  const markup = panelOf({ signatures: [], toSign: [dropOff, invoice] })
  for (const label of ['Sign at Drop-off', 'Sign Invoice 1004']) expect(markup).toContain(label)
})

test('the form says what is signed, and offers to draw or to type', () => {
  const form = createElement(SignatureForm, {
    ...{ subject: { ...invoice, jobLines: '1. Roof leak' }, hint: 'Plus tax', name: 'June Park' },
    ...{ sign: async () => ({}), onSigned: async () => {}, onClose: () => {} },
  })
  const markup = markupOf(form)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  expect(markup).toContain('Invoice 1004 of $350.00 plus tax 1. Roof leak')
  for (const choice of ['Draw', 'Type', 'Name of Who Signs', 'Clear', 'Sign'])
    expect(markup).toContain(choice)
  expect(markupOf(form)).toMatch(/<canvas[^>]*aria-label="Signature pad: draw with a finger or the mouse"/)
})
