import { Combobox, Text, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { customerSearchTerms } from '#domain/tickets/customer-search-terms.ts'
import { api } from '#web/api/client.ts'
import type { SuggestedField } from '#web/features/tickets/form/customer-fields.tsx'
import type { SuggestedCustomer } from '#web/features/tickets/form/ticket-form.ts'

const DEBOUNCE_MS = 250
const FIELDS = ['firstName', 'lastName', 'email', 'phone'] as const

type TypedCustomer = Readonly<Record<(typeof FIELDS)[number], string>>

/** Both names are one question; an email or a phone number is one of its own, as the name may be spelled otherwise. */
function questionOf({ firstName, lastName, email, phone }: TypedCustomer, field: SuggestedField) {
  const nobody = { firstName: '', lastName: '', email: '', phone: '' }
  if (field === 'email') return { ...nobody, email }
  return field === 'phone' ? { ...nobody, phone } : { ...nobody, firstName, lastName }
}

function useSuggestedCustomers(typed: TypedCustomer, field: SuggestedField, isWanted: boolean) {
  const question = questionOf(typed, field)
  const text = JSON.stringify(question)
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS)
  const isEnabled = isWanted && settled === text && customerSearchTerms(question).length > 0
  const { data = [], isPlaceholderData } = useQuery({
    ...api.customers.suggest.queryOptions({ input: question }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  const isFilledIn = (customer: SuggestedCustomer) => FIELDS.every(name => customer[name] === typed[name])
  return isEnabled && !isPlaceholderData ? data.filter(customer => !isFilledIn(customer)) : []
}

type SuggestingFieldProps = {
  /** What the form has of the customer so far. */
  typed: TypedCustomer
  field: SuggestedField
  onPick: (customer: SuggestedCustomer) => void
  /** The input. */
  children: ReactElement
}

/** A field of the customer that lists the company's own customers while it is typed; no list without any. */
export function SuggestingField({ typed, field, onPick, children }: SuggestingFieldProps) {
  const [isTyping, setTyping] = useState(false)
  const customers = useSuggestedCustomers(typed, field, isTyping)
  const isListed = isTyping && customers.length > 0
  const combobox = useCombobox({ opened: isListed, onDropdownClose: () => setTyping(false) })
  const { resetSelectedOption } = combobox
  // The marked option is stored as its index, which is another customer in another list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes
  useEffect(resetSelectedOption, [customers.map(customerLabel).join()])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: events of the input inside, whose own handlers are the form's
    <div onInput={() => setTyping(true)} onBlur={() => setTyping(false)}>
      <Combobox
        store={combobox}
        shadow="md"
        onOptionSubmit={index => {
          setTyping(false)
          const customer = customers[Number(index)]
          if (customer !== undefined) onPick(customer)
        }}
      >
        <Combobox.Target withExpandedAttribute autoComplete="off">
          {children}
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isListed}>
          <Combobox.Options aria-label="Your customers">
            {customers.map((customer, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an answer's order is fixed, and two may have one name
              <Combobox.Option key={index} value={String(index)}>
                <Text fw={600}>{customerLabel(customer)}</Text>
                <Text size="sm">{describe(customer)}</Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <VisuallyHidden role="status">
        {isListed &&
          `${customers.length} ${customers.length === 1 ? 'customer' : 'customers'} found. Choose with the arrow keys.`}
      </VisuallyHidden>
    </div>
  )
}

/** `(574) 555-0142, june@mail.example, 2021 Jayco Jay Flight, imported` */
const describe = ({ companyName, phone, email, rigs, isImported }: SuggestedCustomer): string =>
  [companyName, phone, email, ...rigs.slice(0, 2).map(rigName), isImported ? 'imported' : '']
    .filter(text => text !== '')
    .join(', ')
