import { Input, SegmentedControl } from '@mantine/core'
import { CONSENT_FIELDS } from './consent-value.tsx'

export type Answers = { readonly agreesToEmail: boolean | null; readonly agreesToText: boolean | null }

const CHOICES = [
  { value: '', label: 'Not asked', answer: null },
  { value: 'yes', label: 'Yes', answer: true },
  { value: 'no', label: 'No', answer: false },
]

type ConsentFieldsProps = { answers: Answers; onChange: (answers: Answers) => void }

/** Whether the customer agrees to updates by email and by text message. */
export const ConsentFields = ({ answers, onChange }: ConsentFieldsProps) =>
  CONSENT_FIELDS.map(([field, channel]) => (
    <Input.Wrapper
      key={field}
      label={`${channel} updates`}
      labelElement="div"
      description={field === 'agreesToEmail' && 'With No: no reminders, and no request for a review.'}
    >
      <SegmentedControl
        fullWidth
        aria-label={`${channel} updates`}
        data={CHOICES.map(({ value, label }) => ({ value, label }))}
        value={CHOICES.find(({ answer }) => answer === answers[field])?.value ?? ''}
        onChange={value =>
          onChange({ ...answers, [field]: CHOICES.find(choice => choice.value === value)?.answer ?? null })
        }
      />
    </Input.Wrapper>
  ))
