import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { endSentence } from '#domain/platform-admin/admin-sentences.ts'
import { MAX_REVIEW_LENGTH, trustSentence, uncountedSentence } from '#domain/reviews/review.ts'
import { api, client } from '#web/api/client.ts'
import { afterInput, infinitePages } from '#web/api/infinite-pages.ts'
import { optimisticUpdate } from '#web/api/optimistic-update.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors } from '#web/api/validate-with-contract.ts'
import { LoadMore } from '#web/features/panels/load-more.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ReviewItem } from '#web/features/reviews/review-item.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import type { MyCompany } from './company-form.ts'
import styles from './own-company.module.css'

type Page = Awaited<ReturnType<typeof api.reviews.mine.call>>
type Review = Page['reviews'][number]

const reviewsQuery = api.reviews.mine.infiniteOptions({ input: afterInput, ...infinitePages })

/** The company's reviews, each with its ticket and a form to answer it. */
export function OwnCompanyReviews({ company }: { company: MyCompany }) {
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery(reviewsQuery)
  const reviews = query.data?.pages.flatMap(page => page.reviews)
  const counted = query.data?.pages[0]?.counted
  return (
    <Panel title="Reviews">
      {reviews === undefined && query.error === null && <PanelSkeleton label="Loading the reviews…" />}
      {reviews === undefined && query.error !== null && (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      )}
      {counted !== undefined && <p>{trustSentence(counted)}</p>}
      {reviews?.length === 0 && (
        <p>No reviews yet. Customers can leave one from their ticket link after completion.</p>
      )}
      {reviews !== undefined && reviews.length > 0 && (
        <ul ref={list} className={styles.list}>
          {reviews.map(review => (
            <li key={review.ticketId}>
              <ReviewItem review={review} companyName={company.companyName} timeZone={company.timeZone} />
              <TextLink to={`/completed-service-ticket/${review.ticketId}`}>
                ticket {review.ticketId}
              </TextLink>
              {review.uncountedBecause !== null && review.removed === null && (
                <p>{uncountedSentence(review.uncountedBecause)}</p>
              )}
              {review.removed === null ? (
                <AnswerReview review={review} />
              ) : (
                <p>
                  <strong>Removed by Rigwright:</strong> {endSentence(review.removed.because)} It is hidden
                  and does not count.
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <LoadMore query={query} list={list} label="More reviews" />
    </Panel>
  )
}

/** The reviews after the owner answered one of them. */
const withAnswer = (cached: InfiniteData<Page>, ticketId: number, words: string) => ({
  ...cached,
  pages: cached.pages.map(page => ({
    ...page,
    reviews: page.reviews.map(review =>
      review.ticketId === ticketId ? { ...review, answer: { words: words.trim(), at: new Date() } } : review,
    ),
  })),
})

function AnswerReview({ review: { ticketId, answer } }: { review: Review }) {
  const queries = useQueryClient()
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const form = useForm({
    initialValues: { words: answer?.words ?? '' },
    validate: { words: words => (words.trim() === '' ? 'Required.' : null) },
  })
  const { run, isRunning } = useMutationOnce(client.reviews.answer, {
    optimistic: ({ words }) => {
      const settle = optimisticUpdate<InfiniteData<Page>>(queries, reviewsQuery.queryKey, cached =>
        withAnswer(cached, ticketId, words),
      )
      setOpen(false)
      return outcome => {
        settle?.(outcome)
        if (outcome === 'refused') setOpen(true)
      }
    },
    onDone: () => queries.invalidateQueries({ queryKey: api.reviews.key() }),
    onError: setFormErrors(form),
  })
  if (!isOpen)
    return (
      <Button ref={opener} variant="subtle" onClick={() => setOpen(true)}>
        {answer === null ? 'Answer' : 'Edit answer'}
      </Button>
    )
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.onSubmit(({ words }) => run({ ticketId, words }))}
    >
      <TextArea
        label="Your answer"
        description="Public."
        minRows={2}
        maxRows={10}
        maxLength={MAX_REVIEW_LENGTH}
        data-autofocus
        {...form.getInputProps('words')}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="filled" disabled={isRunning}>
          {isRunning ? 'Saving…' : 'Save Answer'}
        </Button>
        <Button variant="subtle" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
