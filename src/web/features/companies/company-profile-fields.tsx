import type { UseFormReturnType } from '@mantine/form'
import {
  DAYS,
  dayName,
  HOURS,
  hourName,
  printDays,
  printOpenHours,
  type Span,
  STARTING_SETTINGS,
} from '#domain/companies/company.ts'
import type { Coordinates } from '#domain/customers/customer.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { readNumber } from '#web/ui/forms/parse-number.ts'
import { SpanSlider } from '#web/ui/forms/range-slider.tsx'
import styles from './company-profile-fields.module.css'

/** What a company says of its shop, as it is typed. */
export type ShopTyped = {
  companyAddress: string
  /** Of the address as it stands, where a suggestion brought them; null once it is typed on. */
  coordinates: Coordinates | null
  /** Dollars an hour; an emptied number field holds ''. */
  laborRate: number | string
  /** Miles. */
  mobileRange: number | string
  daysOfOperation: Span
  hoursOfOperation: Span
}

export const EMPTY_SHOP: ShopTyped = {
  companyAddress: '',
  coordinates: null,
  laborRate: '',
  mobileRange: '',
  daysOfOperation: STARTING_SETTINGS.daysOfOperation,
  hoursOfOperation: STARTING_SETTINGS.hoursOfOperation,
}

/** A number field's content; undefined while it is empty, and not a number where none was typed. */
export const numberOf = (typed: number | string): number | undefined => {
  if (typeof typed === 'number') return typed
  return typed === '' ? undefined : (readNumber(typed) ?? Number.NaN)
}

/** A span as the contract takes it. */
export const pairOf = ([from, to]: Span): [number, number] => [from, to]

/** Where the shop is, what it takes and when it is open. Stand inside `Fields`. */
export function ShopFields({ form }: { form: UseFormReturnType<ShopTyped> }) {
  return (
    <>
      <AddressField
        description="Optional. Shown to everyone in the list of companies."
        name="street-address"
        wrapperProps={{ 'data-wide': true }}
        {...form.getInputProps('companyAddress')}
        value={{ address: form.values.companyAddress, coordinates: form.values.coordinates }}
        onChange={({ address, coordinates }) => form.setValues({ companyAddress: address, coordinates })}
      />
      <NumberField
        label="Labor Rate"
        description="Optional. Dollars an hour; only your own people see it."
        min={0}
        leftSection="$"
        rightSection={<span className={styles.unit}>an hour</span>}
        rightSectionWidth="auto"
        {...form.getInputProps('laborRate')}
      />
      <NumberField
        label="Mobile Range"
        description="Optional. How far you drive to a customer, in miles."
        min={0}
        rightSection={<span className={styles.unit}>miles</span>}
        rightSectionWidth="auto"
        {...form.getInputProps('mobileRange')}
      />
      <SpanSlider
        label="Days of Operation"
        limits={DAYS}
        nameOf={dayName}
        print={printDays}
        {...form.getInputProps('daysOfOperation')}
        value={form.values.daysOfOperation}
      />
      <SpanSlider
        label="Hours of Operation"
        limits={HOURS}
        nameOf={hourName}
        print={printOpenHours}
        {...form.getInputProps('hoursOfOperation')}
        value={form.values.hoursOfOperation}
      />
    </>
  )
}
