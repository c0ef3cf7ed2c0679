import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { parseNumber } from './parse-number.ts'

export type NumberFieldProps = Omit<
  TextInputProps,
  'value' | 'defaultValue' | 'onChange' | 'step' | 'type'
> & {
  /** A number; the typed text if it is not one, for the form to refuse; '' if empty. */
  value?: number | string
  onChange?: (value: number | string) => void
  /** The step of the arrow keys. */
  step?: number
  min?: number
  max?: number
  /** Shown after the number, as ` h`. */
  suffix?: string
  /** Whether thousands are separated; not in the number of an invoice. */
  useGrouping?: boolean
}

/** Rounds to thousandths, smaller than any step. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000

export const stepped = (value: number | string, by: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, rounded((typeof value === 'number' ? value : 0) + by)))

/** Dollars have all of their cents, or none: `9.80`, `145`. */
export const formatNumber = (value: number, useGrouping: boolean, isDollars: boolean): string =>
  value.toLocaleString('en-US', {
    minimumFractionDigits: isDollars && !Number.isInteger(value) ? 2 : 0,
    maximumFractionDigits: 20,
    useGrouping,
  })

/** Wherever it was typed into, and however much of it was deleted. */
const withoutSuffix = (typed: string, suffix: string): string =>
  suffix === '' ? typed : typed.replace(suffix, '').replace(suffix.trim(), '').trimEnd()

const parseTyped = (typed: string): number | string =>
  typed.trim() === '' ? '' : (parseNumber(typed) ?? typed)

/** A number field. The text stays as typed until the field loses focus. */
export function NumberField({
  value = '',
  onChange,
  step = 1,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  suffix = '',
  useGrouping = true,
  onBlur,
  onKeyDown,
  ...rest
}: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isTyping = typed !== null && parseTyped(typed) === value
  const shown =
    typeof value === 'number' ? formatNumber(value, useGrouping, rest.leftSection === '$') + suffix : value

  function stepBy(event: KeyboardEvent<HTMLInputElement>): void {
    const by = event.key === 'ArrowUp' ? step : event.key === 'ArrowDown' ? -step : 0
    if (by === 0 || rest.disabled || rest.readOnly) return
    event.preventDefault()
    setTyped(null)
    onChange?.(stepped(value, by, min, max))
  }

  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={isTyping ? typed : shown}
      onChange={event => {
        const text = withoutSuffix(event.currentTarget.value, suffix)
        setTyped(text)
        onChange?.(parseTyped(text))
      }}
      onBlur={event => {
        setTyped(null)
        onBlur?.(event)
      }}
      onKeyDown={event => {
        stepBy(event)
        onKeyDown?.(event)
      }}
    />
  )
}
