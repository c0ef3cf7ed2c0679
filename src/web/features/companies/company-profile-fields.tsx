import type { UseFormReturnType } from '@mantine/form'
import {
  DAYS,
  DEFAULT_SETTINGS,
  dayName,
  formatDays,
  formatOpenHours,
  HOURS,
  hourName,
  type Span,
} from '#domain/companies/company.ts'
import type { Coordinates } from '#domain/customers/customer.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { parseNumber } from '#web/ui/forms/parse-number.ts'
import { LabeledRangeSlider } from '#web/ui/forms/range-slider.tsx'
import styles from './companies.module.css'

/** A company's profile fields, as typed. */
export type CompanyProfileValues = {
  companyAddress: string
  /** Of the current address, from a suggestion; null after further typing. */
  coordinates: Coordinates | null
  /** Dollars per hour; an empty number field has ''. */
  laborRate: number | string
  /** Miles. */
  mobileRange: number | string
  daysOfOperation: Span
  hoursOfOperation: Span
}

export const EMPTY_COMPANY_PROFILE: CompanyProfileValues = {
  companyAddress: '',
  coordinates: null,
  laborRate: '',
  mobileRange: '',
  daysOfOperation: DEFAULT_SETTINGS.daysOfOperation,
  hoursOfOperation: DEFAULT_SETTINGS.hoursOfOperation,
}

/** A number field's value; undefined if empty, NaN if invalid. */
export const parseNumberInput = (typed: number | string): number | undefined => {
  if (typeof typed === 'number') return typed
  return typed === '' ? undefined : (parseNumber(typed) ?? Number.NaN)
}

/** A range as in the contract. */
export const toPair = ([from, to]: Span): [number, number] => [from, to]

/** Address, rate and opening times. Rendered inside `Fields`. */
export function CompanyProfileFields({ form }: { form: UseFormReturnType<CompanyProfileValues> }) {
  return (
    <>
      <AddressField
        description="Optional. Shown in the public list of companies."
        name="street-address"
        wrapperProps={{ 'data-wide': true }}
        {...form.getInputProps('companyAddress')}
        value={{ address: form.values.companyAddress, coordinates: form.values.coordinates }}
        onChange={({ address, coordinates }) => form.setValues({ companyAddress: address, coordinates })}
      />
      <NumberField
        label="Labor Rate"
        description="Optional. Hourly rate. Not shown publicly."
        min={0}
        leftSection="$"
        rightSection={<span className={styles.unit}>an hour</span>}
        rightSectionWidth="auto"
        {...form.getInputProps('laborRate')}
      />
      <NumberField
        label="Mobile Range"
        description="Optional. Mobile service radius, in miles."
        min={0}
        rightSection={<span className={styles.unit}>miles</span>}
        rightSectionWidth="auto"
        {...form.getInputProps('mobileRange')}
      />
      <LabeledRangeSlider
        label="Days of Operation"
        limits={DAYS}
        nameOf={dayName}
        format={formatDays}
        {...form.getInputProps('daysOfOperation')}
        value={form.values.daysOfOperation}
      />
      <LabeledRangeSlider
        label="Hours of Operation"
        limits={HOURS}
        nameOf={hourName}
        format={formatOpenHours}
        {...form.getInputProps('hoursOfOperation')}
        value={form.values.hoursOfOperation}
      />
    </>
  )
}
