import { Controller, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useSession } from '../../accounts/session/session.ts'
import { useRefused } from '../../accounts/session/use-refused.ts'
import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Gauge } from '../../ui/gauge.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toastOk } from '../../ui/toast.ts'
import { useDraft } from '../../ui/use-draft.ts'
import type { AddReview } from '../contract.ts'
import { ReviewContent } from '../review-carousel.tsx'

type Entry = Omit<z.input<typeof AddReview>, 'review'> & { review?: number }
const resolver = checkedBy(async () => (await import('../contract.ts')).AddReview)
const EMPTY: Entry = { description: '', review: undefined }

export default function AddReviewPage() {
  const { user } = useSession()
  const form = useForm<Entry>({ resolver: resolver as never, defaultValues: EMPTY })
  const refused = useRefused(form)
  useDraft(user && `review ${user.email}`, form)
  const { errors, isSubmitting } = form.formState
  const { review = 0, description } = useWatch({ control: form.control })
  const handleAdd = form.handleSubmit(async ({ review = 0, description = '' }) => {
    try {
      await ask(client.review.$post({ json: { review, description, img: user?.image ?? '', name: user?.name ?? '' } }))
      toastOk('Yay! Review Added Success')
      form.reset(EMPTY)
    } catch (error) {
      await refused(error)
    }
  })

  return (
    <>
      <h1>Add A Review</h1>
      <p className="sub">It stands on the home page with your display name and picture.</p>
      <div className="work half">
        <form className="panel top" method="post" noValidate onSubmit={handleAdd}>
          <div className="pad form">
            <Controller
              control={form.control}
              name="review"
              render={({ field }) => (
                <Gauge
                  {...field}
                  legend="Rating"
                  bounds="1-5"
                  reading={field.value ? `Ratings: ${field.value}` : undefined}
                  error={errors.review?.message}
                />
              )}
            />
            <TextArea
              label="Description"
              rows={6}
              error={errors.description?.message}
              {...form.register('description')}
            />
            <FormError>{errors.root?.message}</FormError>
          </div>
          <div className="pad acts">
            <Button variant="key" type="submit" pending={isSubmitting}>
              Add Review
            </Button>
          </div>
        </form>
        <section aria-labelledby="preview">
          <h2 className="lab" id="preview">
            Preview
          </h2>
          <ul className="reviews one">
            <li>
              <ReviewContent
                review={{ name: user?.name ?? '', img: user?.image ?? null, description: description ?? '', review }}
              />
            </li>
          </ul>
        </section>
      </div>
    </>
  )
}
