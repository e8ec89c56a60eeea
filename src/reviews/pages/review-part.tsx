import '../review.css'
import { type Control, Controller, useForm, useWatch } from 'react-hook-form'
import { href } from 'react-router'
import { LeaveWhenOut } from '../../accounts/session/leave-when-out.tsx'
import { signedInOnly } from '../../accounts/session/require-session.ts'
import { useSession } from '../../accounts/session/session.ts'
import { sessionKept } from '../../accounts/session/session-lost.ts'
import { useRefused } from '../../accounts/session/use-refused.ts'
import { ask, client } from '../../client.ts'
import { pageMeta } from '../../document/meta.ts'
import { productPath } from '../../products/product-path.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { changedIn } from '../../ui/changed-in.ts'
import { Field } from '../../ui/field.tsx'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { dayOf } from '../../ui/format-time.ts'
import { Gauge } from '../../ui/gauge.tsx'
import { inOrder } from '../../ui/in-order.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { tellUnsaved } from '../../ui/newer-values.ts'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Status } from '../../ui/status.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toastOk } from '../../ui/toast.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { useGoWhileHere } from '../../ui/use-go-while-here.ts'
import { type Entry, FittedIn } from '../fitted-in.tsx'
import type { OwnPartReview } from '../part-contract.ts'
import { MAY_CHANGE_DAYS } from '../part-review-rules.ts'
import { PartReviewWords } from '../part-review-words.tsx'
import { Preview } from '../preview.tsx'
import type { Route } from './+types/review-part.ts'

const resolver = checkedBy(async () => (await import('../part-form.ts')).ReviewForm)

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({
    matches,
    title: 'Review a part · Parts House',
    description: 'What the next buyer of a part should know.',
    path: href('/review/:id', { id: params.id }),
    noindex: true,
  })

export const clientMiddleware = [signedInOnly, sessionKept]

export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  const [own, kept] = await Promise.all([
    ask(client.product[':id'].review.$get({ param: { id } })),
    ask(client.appliances.$get()),
  ])
  return { own, models: kept.map(({ model }) => ({ number: model.number, title: `${model.maker} ${model.number}` })) }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <>
      <h1 className="mb-4">Review a part</h1>
      <noscript>
        <p className="hint">To review a part your browser must run JavaScript, which is switched off.</p>
      </noscript>
      <div className="work" role="status" aria-label="Loading">
        <Skeleton height={520} />
        <Skeleton height={160} />
      </div>
    </>
  )
}

export default function ReviewPartPage({ loaderData: { own, models } }: Route.ComponentProps) {
  const { product, bought, review } = own
  const { user } = useSession()
  const goTo = useGoWhileHere()
  const known = models.find(({ title }) => title === review?.model)
  const form = useForm<Entry>({ resolver: resolver as never, defaultValues: startOf(own, known?.number) })
  const refused = useRefused(form)
  inOrder(form.register, ['rating'])
  useDraft(user && `review ${product._id}`, form)
  const { errors, isSubmitting, defaultValues } = form.formState
  const typed = useWatch({ control: form.control })
  const handleSubmit = form.handleSubmit(async () => {
    try {
      const sent = structuredClone(form.getValues())
      const [param, changes] = [{ id: product._id }, changedIn(sent, defaultValues)]
      const json = sentOf(await ask(client.product[':id'].review.$get({ param })), changes)
      await ask(client.product[':id'].review.$post({ param, json }))
      toastOk(review ? 'Your review is changed.' : 'Yay! Review Added Success')
      tellUnsaved(form.getValues(), sent)
      form.reset(startOf({ ...own, review: null }))
      await goTo(`${productPath(product.slug)}#reviews`)
    } catch (error) {
      await refused(error)
    }
  })
  return (
    <>
      <Breadcrumb
        items={[
          { label: 'Products', to: href('/products') },
          { label: product.number ?? product.name, to: productPath(product.slug) },
          { label: 'Review' },
        ]}
      />
      <h1 className="mb-4">How is the {product.name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}?</h1>
      <div className="work">
        <form className="panel top" method="post" noValidate onSubmit={handleSubmit}>
          <About product={product} bought={bought} />
          <div className="pad form">
            <Rating control={form.control} error={errors.rating?.message} />
            <Field label="In a few words" maxLength={60} error={errors.title?.message} {...form.register('title')} />
            <TextArea
              label="What the next buyer should know"
              rows={4}
              hint="20 to 600 letters. No names, no prices."
              error={errors.words?.message}
              {...form.register('words')}
            />
            <FittedIn form={form} models={models} />
            <TextArea
              label="Photos"
              rows={2}
              hint="Addresses that start with https://, one a line, four at most. They are fetched when a reader asks for them."
              error={errors.photos?.message}
              {...form.register('photos')}
            />
            <FormError>{errors.root?.message}</FormError>
          </div>
          <div className="pad acts">
            <LinkButton to={productPath(product.slug)}>Cancel</LinkButton>
            <Button variant="key" type="submit" pending={isSubmitting}>
              Submit
            </Button>
          </div>
        </form>
        <Preview
          className="words panel one"
          hint={`It stands on the part’s page as soon as you submit. You can change it for ${MAY_CHANGE_DAYS} days.`}
        >
          <PartReviewWords
            review={{
              name: user?.name ?? '',
              staff: false,
              verified: bought !== null,
              rating: typed.rating ?? 0,
              title: typed.title ?? '',
              words: typed.words ?? '',
              model: models.find(({ number }) => number === typed.model)?.title ?? '',
              fitted: typed.fitted || null,
            }}
          />
        </Preview>
      </div>
      <LeaveWhenOut />
    </>
  )
}

const Rating = ({ control, error }: { control: Control<Entry>; error: string | undefined }) => (
  <Controller
    control={control}
    name="rating"
    render={({ field }) => (
      <Gauge
        {...field}
        legend="Ratings"
        bounds="1-5"
        reading={field.value ? `Ratings: ${field.value}` : undefined}
        error={error}
      />
    )}
  />
)

const startOf = ({ review }: OwnPartReview, model = ''): Entry => ({
  ...(review && { rating: review.rating }),
  title: review?.title ?? '',
  words: review?.words ?? '',
  photos: review?.photos.join('\n') ?? '',
  model,
  fitted: review?.fitted ?? null,
})

/** The changes over what is saved now, which another tab may have done since; an appliance that is unchanged is not sent. */
function sentOf(saved: OwnPartReview, changes: Partial<Entry>) {
  const { model: _, rating = 0, photos, ...said } = { ...startOf(saved), ...changes }
  const { model } = changes
  return { ...said, ...(model !== undefined && { model }), rating, photos: photos.split(/\s+/).filter(Boolean) }
}

const About = ({ product: { number, maker, name, img }, bought }: Omit<OwnPartReview, 'review'>) => (
  <div className="pad about-part">
    <div className="plate">
      <Picture src={img} alt="" width={88} height={88} />
    </div>
    <div className="min-w-0">
      <p className="lab code">{[number, maker].filter(Boolean).join(', ')}</p>
      <h2 className="text-20">{name}</h2>
      {bought ? (
        <Status kind="full" className="sm">
          You bought it, {dayOf(bought.at)}, order {bought.number}
        </Status>
      ) : (
        <p className="hint">Without an order of it here, your review is not marked as a verified purchase.</p>
      )}
    </div>
  </div>
)
