import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isDay } from '#domain/lib/calendar-date.ts'

const FIRST_DAY = '2000-01-01'

type DayPickerProps = {
  /** The page. */
  to: '/company/billing/day-close' | '/company/end-of-day'
  day: string
  today: string
}

/** Chooses the day of a page that has it in its address. */
export function DayPicker({ to, day, today }: DayPickerProps) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? day
  const isOutOfRange = isDay(value) && (value < FIRST_DAY || value > today)
  return (
    <TextInput
      type="date"
      maw="16rem"
      label="Day"
      min={FIRST_DAY}
      max={today}
      value={value}
      error={isOutOfRange && 'Choose a day from 2000 until today.'}
      onChange={({ currentTarget: { value: chosen } }) => {
        setTyped(chosen)
        if (!isDay(chosen) || chosen < FIRST_DAY || chosen > today) return
        void navigate({
          to,
          search: chosen === today ? {} : { day: chosen },
          replace: true,
        })
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
