import { useForm, useWatch } from 'react-hook-form'
import { href, useNavigate } from 'react-router'
import type { z } from 'zod'
import { useSession } from '../../accounts/session/session.ts'
import { useSessionLost } from '../../accounts/session/session-lost.ts'
import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toastOk } from '../../ui/toast.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import type { AddProduct } from '../contract.ts'
import { isPictureUrl } from '../picture-url.ts'
import { CardFacts } from '../product-card.tsx'

type Entry = z.input<typeof AddProduct>

const resolver = checkedBy(async () => (await import('../contract.ts')).AddProduct)
const FIELDS = ['name', 'unitPrice', 'minOrder', 'stock', 'description', 'image'] as const
const EMPTY: Entry = { name: '', unitPrice: '', minOrder: '', stock: '', description: '', image: '' }
const NO_DRAWING = '/drawings/no-picture.svg'

export default function AddProductPage() {
  const navigate = useNavigate()
  const sessionLost = useSessionLost()
  const { user } = useSession()
  const form = useForm<Entry>({ resolver, defaultValues: EMPTY })
  // Somebody else may sign in next.
  useDraft(user && `product ${user.email}`, form)
  const { errors, isSubmitting } = form.formState
  const handleAdd = form.handleSubmit(async (entry) => {
    try {
      await ask(client.product.$post({ json: entry }))
      toastOk('Product Added')
      form.reset()
      await navigate(href('/dashboard/manageProducts'))
    } catch (error) {
      if (await sessionLost(error)) return
      if (!(error instanceof ProblemError)) throw error
      const field = FIELDS.find((name) => name === error.field) ?? 'root'
      form.setError(field, { message: error.message }, { shouldFocus: true })
    }
  })

  return (
    <>
      <h1>Add A Product</h1>
      <p className="sub">Every field is needed. The price is for one minimum order.</p>
      <div className="work">
        <form className="panel top" method="post" noValidate onSubmit={handleAdd}>
          <div className="pad form">
            <Field label="Name" error={errors.name?.message} autoComplete="off" {...form.register('name')} />
            <div className="three">
              <Field
                label="Unit Price"
                hint="US dollars"
                inputMode="decimal"
                error={errors.unitPrice?.message}
                {...form.register('unitPrice')}
              />
              <Field
                label="Minimum Order"
                hint="pieces"
                inputMode="numeric"
                error={errors.minOrder?.message}
                {...form.register('minOrder')}
              />
              <Field
                label="Stock"
                hint="pieces"
                inputMode="numeric"
                error={errors.stock?.message}
                {...form.register('stock')}
              />
            </div>
            <TextArea
              label="Description"
              rows={4}
              error={errors.description?.message}
              {...form.register('description')}
            />
            <Field
              label="Image"
              inputMode="url"
              hint="Address of a picture, best square. It lies on the plate as you see it in the preview."
              error={errors.image?.message}
              {...form.register('image')}
            />
            <FormError>{errors.root?.message}</FormError>
          </div>
          <div className="pad acts">
            <LinkButton to={href('/dashboard/manageProducts')}>Cancel</LinkButton>
            <Button variant="key" type="submit" pending={isSubmitting}>
              Add Product
            </Button>
          </div>
        </form>
        <Preview control={form.control} />
      </div>
    </>
  )
}

/** The shop's own card, live, without its foot row. */
function Preview({ control }: { control: ReturnType<typeof useForm<Entry>>['control'] }) {
  const entry = useWatch({ control })
  const image = entry.image?.trim() ?? ''
  const number = (value: unknown) => (value === '' || value === undefined ? Number.NaN : Number(value))
  const product = {
    name: entry.name || 'Name',
    number: null,
    description: entry.description || 'Description',
    img: isPictureUrl(image) ? image : NO_DRAWING,
    unitPrice: number(entry.unitPrice) || 0,
    stock: number(entry.stock),
    minOrder: number(entry.minOrder),
  }
  return (
    <section aria-labelledby="preview">
      <h2 className="lab" id="preview">
        Preview
      </h2>
      <div className="still">
        <div className="card">
          <CardFacts product={product} />
        </div>
      </div>
    </section>
  )
}
