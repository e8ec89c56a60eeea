import { Controller, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { readySession, useSession } from '../../accounts/session/session.ts'
import { useRefused } from '../../accounts/session/use-refused.ts'
import { ask, client } from '../../client.ts'
import { madeOnce } from '../../made-once.ts'
import { Button } from '../../ui/button.tsx'
import { changedIn } from '../../ui/changed-in.ts'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Gauge } from '../../ui/gauge.tsx'
import { inOrder } from '../../ui/in-order.ts'
import { Select } from '../../ui/select.tsx'
import { showUnder } from '../../ui/show-under.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { toastOk } from '../../ui/toast.ts'
import { useDraft } from '../../ui/use-draft.ts'
import type { AddReview } from '../contract.ts'
import { Preview } from '../preview.tsx'
import { ReviewContent } from '../review-carousel.tsx'
import type { Route } from './+types/add-review.ts'

type Entry = Omit<z.input<typeof AddReview>, 'review'> & { review?: number }
const resolver = checkedBy(async () => (await import('../contract.ts')).AddReview)
const EMPTY: Entry = { description: '', review: undefined, productId: '' }
const MOST_LINES = '100'

/** The parts that this person has paid for; without an answer the review is about the shop. */
export async function clientLoader() {
  const { user } = await readySession()
  const query = { email: user?.email ?? '', limit: MOST_LINES }
  const lines = user ? await ask(client.orders.$get({ query })).catch(() => []) : []
  const paid = lines.filter((line) => line.paid)
  return { bought: [...new Map(paid.map(({ productId, productName }) => [productId, productName]))] }
}

export default function AddReviewPage({ loaderData: { bought } }: Route.ComponentProps) {
  const { user } = useSession()
  const form = useForm<Entry>({ resolver: resolver as never, defaultValues: EMPTY })
  const refused = useRefused(form)
  inOrder(form.register, ['review'])
  useDraft(user && 'review', form)
  const { errors, isSubmitting } = form.formState
  const { review = 0, description, productId } = useWatch({ control: form.control })
  const handleAdd = form.handleSubmit(async ({ review = 0, description = '', productId }) => {
    const sent = { ...form.getValues() }
    try {
      const who = { img: user?.image ?? '', name: user?.name ?? '' }
      const json = { review, description, ...who, productId: productId || null }
      await ask(client.review.$post({ json }, madeOnce))
      toastOk('Yay! Review Added Success')
      showUnder(form, EMPTY, changedIn(form.getValues(), sent))
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
            {bought.length > 0 ? (
              <Select label="About" error={errors.productId?.message} {...form.register('productId')}>
                <option value="">The shop</option>
                {bought.map(([id, name]) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            ) : null}
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
        <Preview className="reviews one">
          <ReviewContent
            review={{
              name: user?.name ?? '',
              img: user?.image ?? null,
              description: description ?? '',
              review,
              product: productNamed(bought, productId),
            }}
          />
        </Preview>
      </div>
    </>
  )
}

function productNamed(bought: [string, string][], id: string | null | undefined) {
  const [found] = bought.filter(([productId]) => productId === id)
  return found ? { _id: found[0], name: found[1] } : null
}
