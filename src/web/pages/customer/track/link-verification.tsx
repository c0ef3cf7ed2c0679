import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { client, type Fault } from '#web/api/client.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { CompanyHead } from '#web/pages/customer/booking/company-header.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './link-verification.module.css'
import { type CompanyView, lookQuery } from './track-view.ts'

const WORDS = ['', 'one digit', 'two digits', 'three digits', 'four digits']

const sentenceOf = ({ message, fields }: Fault): string => fields.digits ?? message

type LinkQuestionProps = { token: string; company: CompanyView; digits: number }

/** Asked once in each browser: whoever holds the link is taken for the customer once they know these digits. */
export function LinkQuestion({ token, company, digits }: LinkQuestionProps) {
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const last = WORDS[digits] ?? WORDS[4]
  // Usable right away: the page has nothing else to do.
  useEffect(() => field.current?.focus(), [])
  const { run, isRunning } = useCommand(client.follow.answer, {
    onDone: () => queries.invalidateQueries({ queryKey: lookQuery(token).queryKey }),
    onFault: refused => {
      setFault(sentenceOf(refused))
      field.current?.focus()
      field.current?.select()
      // Too many wrong answers shut it.
      if (refused.code === 'REFUSED') void queries.invalidateQueries({ queryKey: lookQuery(token).queryKey })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const answer = typed.replace(/\D/g, '')
    if (answer.length === digits) return run({ token, digits: answer })
    setFault(`Type ${last}.`)
    field.current?.focus()
  }
  return (
    <Page title="Your RV" tabTitle={`Your RV at ${company.companyName}`} width="narrow">
      <CompanyHead company={company} />
      <Panel>
        {digits === 0 ? (
          <p className={styles.sentence}>
            This ticket has no phone number yet, so we cannot tell that it is yours. Call{' '}
            {company.companyName}, and they can add yours.
          </p>
        ) : (
          <form onSubmit={submit} noValidate className={styles.form}>
            <p className={styles.sentence} id="link-question">
              To see your ticket, type the last {last} of your phone number.
            </p>
            <TextInput
              ref={field}
              className={styles.digits ?? ''}
              label={`Last ${last}`}
              aria-describedby="link-question"
              inputMode="numeric"
              autoComplete="off"
              enterKeyHint="go"
              size="md"
              maxLength={20}
              value={typed}
              error={fault}
              onChange={event => {
                setTyped(event.currentTarget.value)
                setFault(null)
              }}
            />
            <Button type="submit" variant="filled" size="md" disabled={isRunning}>
              {isRunning ? 'One moment…' : 'See My Ticket'}
            </Button>
          </form>
        )}
      </Panel>
    </Page>
  )
}
