import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type Progress, wasCalledOff } from '#domain/customer-view/progress.ts'
import { PROGRESS_DISPLAY } from '#web/features/customer-links/progress-display.ts'
import stepStyles from './progress-steps.module.css'

const BASE_STEPS: readonly Progress[] = ['received', 'in-work', 'ready', 'done']

type StepsProps = { progress: Progress; hasBegun: boolean }

/** Waiting for the customer is a step only while it lasts. */
const stepsOf = ({ progress, hasBegun }: StepsProps): readonly Progress[] => {
  if (wasCalledOff(progress)) return ['received', progress]
  return progress === 'waiting-for-you' ? BASE_STEPS.toSpliced(hasBegun ? 2 : 1, 0, progress) : BASE_STEPS
}

const STEP_PREFIXES = { before: 'done: ', now: 'now: ', after: 'to come: ' } as const

/** The ticket's steps: stacked on a phone, side by side where there is room. */
export function ProgressSteps({ progress, hasBegun }: StepsProps) {
  const steps = stepsOf({ progress, hasBegun })
  const at = steps.indexOf(progress)
  return (
    <ol className={stepStyles.steps}>
      {steps.map((step, index) => {
        const { word, icon: Icon, tone } = PROGRESS_DISPLAY[step]
        const when = index < at ? 'before' : index === at ? 'now' : 'after'
        const Mark = when === 'before' ? IconCheck : Icon
        return (
          <li
            key={step}
            className={stepStyles.step}
            data-when={when}
            data-tone={when === 'now' ? tone : undefined}
            aria-current={when === 'now' ? 'step' : undefined}
          >
            <span className={stepStyles.mark}>
              <Mark size={18} stroke={2.25} aria-hidden />
            </span>
            <span className={stepStyles.word}>
              <VisuallyHidden>{STEP_PREFIXES[when]}</VisuallyHidden>
              <span>{word}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
