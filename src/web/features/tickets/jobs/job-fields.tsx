import { NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { KeyboardEvent, ReactNode } from 'react'
import { ESTIMATE_STEP, MAX_ESTIMATE } from '#domain/lib/hours.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { StepField } from '#web/ui/forms/step-field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import styles from './job-fields.module.css'

type InputProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>

/** What a line's labor is charged for. */
export type LaborBasis = 'estimate' | 'flat' | 'clock'

const LABOR_LABELS: Readonly<Record<LaborBasis, string>> = {
  estimate: 'Estimated hours',
  flat: 'Flat price',
  clock: 'By the clock',
}

type JobFieldsProps = {
  /** A form's `getInputProps` for each field of the line. */
  propsOf: (field: 'problem' | 'estimatedTime' | 'estimate' | 'flatPrice' | 'laborBasis') => InputProps
  /** The line, if it is not a new one. */
  jobNumber?: number
  /** What there is beside its time: a new line can be marked as an estimate. */
  besideTime?: 'estimate' | 'labor' | null
  /** How its labor can be charged, and whether a flat price is chosen. */
  bases?: readonly LaborBasis[]
  isFlatPrice?: boolean
  /** Below the fields, before the buttons. */
  more?: ReactNode
  /** Enter in the time field, if it must not submit the surrounding form. */
  onEnter?: () => void
  /** The button, level with the fields if there is room. */
  children: ReactNode
}

/** The fields of a job line. */
export function JobFields({
  propsOf,
  jobNumber,
  besideTime = 'estimate',
  bases = [],
  isFlatPrice = false,
  more,
  onEnter,
  children,
}: JobFieldsProps) {
  const { value, onChange, ...time } = propsOf('estimatedTime')

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || onEnter === undefined) return
    event.preventDefault()
    onEnter()
  }

  return (
    <div className={styles.container}>
      <div className={styles.fields} data-beside-time={besideTime ?? 'nothing'}>
        <TextArea
          className={styles.problem}
          label="Problem"
          minRows={1}
          maxRows={6}
          {...propsOf('problem')}
        />
        <StepField
          label="Estimated Time"
          of={jobNumber === undefined ? 'hours' : `hours of job ${jobNumber}`}
          step={ESTIMATE_STEP}
          min={0}
          max={MAX_ESTIMATE}
          suffix=" h"
          {...time}
          value={value}
          onChange={onChange}
          onKeyDown={onKeyDown}
        />
        {besideTime === 'estimate' && <EstimateField {...propsOf('estimate')} />}
        {besideTime === 'labor' && (
          <NativeSelect
            label="Labor"
            data={bases.map(basis => ({ value: basis, label: LABOR_LABELS[basis] }))}
            {...propsOf('laborBasis')}
          />
        )}
        {besideTime === 'labor' && isFlatPrice && (
          <NumberField
            label="Flat Price"
            placeholder="Hours × rate"
            leftSection="$"
            step={0.01}
            {...propsOf('flatPrice')}
          />
        )}
        {more !== undefined && <div className={styles.more}>{more}</div>}
        <div className={styles.buttons}>{children}</div>
      </div>
    </div>
  )
}

const EstimateField = ({ value, onChange, ...rest }: InputProps) => (
  <NativeSelect
    label="Estimate"
    data={[
      { value: 'no', label: 'No' },
      { value: 'yes', label: 'Yes' },
    ]}
    {...rest}
    value={value ? 'yes' : 'no'}
    onChange={event => onChange(event.currentTarget.value === 'yes')}
  />
)
