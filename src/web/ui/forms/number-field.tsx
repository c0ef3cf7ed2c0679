import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { parseNumber } from './parse-number.ts'

export type NumberFieldProps = Omit<
  TextInputProps,
  'value' | 'defaultValue' | 'onChange' | 'step' | 'type'
> & {
  /** A number; what is typed where that is none, for the form to refuse; '' while it is empty. */
  value?: number | string
  onChange?: (value: number | string) => void
  /** What the arrow keys change. */
  step?: number
  min?: number
  max?: number
  /** Stands behind the number, as ` h`. */
  suffix?: string
}

/** Decimals below a thousandth are nobody's step. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000

export const stepped = (value: number | string, by: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, rounded((typeof value === 'number' ? value : 0) + by)))

const formatNumber = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 20 })

/** Wherever in it somebody has typed on, and whatever of it they have taken away. */
const withoutSuffix = (typed: string, suffix: string): string =>
  suffix === '' ? typed : typed.replace(suffix, '').replace(suffix.trim(), '').trimEnd()

const parseTyped = (typed: string): number | string =>
  typed.trim() === '' ? '' : (parseNumber(typed) ?? typed)

/** A number, as people write one. What they typed stands as they typed it until they leave the field. */
export function NumberField({
  value = '',
  onChange,
  step = 1,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  suffix = '',
  onBlur,
  onKeyDown,
  ...rest
}: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isTyping = typed !== null && parseTyped(typed) === value

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
      value={isTyping ? typed : typeof value === 'number' ? formatNumber(value) + suffix : value}
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
