import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { href } from 'react-router'
import type { z } from 'zod'
import { useSession } from '../../accounts/session/session.ts'
import { useRefused } from '../../accounts/session/use-refused.ts'
import { ask, client } from '../../client.ts'
import { madeOnce } from '../../made-once.ts'
import { Button } from '../../ui/button.tsx'
import { changedIn } from '../../ui/changed-in.ts'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { showUnder } from '../../ui/show-under.ts'
import { toastOk } from '../../ui/toast.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { useGoWhileHere } from '../../ui/use-go-while-here.ts'
import type { AddProduct } from '../contract.ts'
import { type Facts, NO_FACTS } from '../facts.ts'
import { ProductPreview } from '../product-preview.tsx'
import type { Route } from './+types/add-product.ts'

type Entry = z.input<typeof AddProduct>

const resolver = checkedBy(async () => {
  const [{ AddProduct }, { breaksFit }] = await Promise.all([import('../contract.ts'), import('../check-breaks.ts')])
  return AddProduct.superRefine(breaksFit)
})
const EMPTY: Entry = { ...NO_FACTS, stock: '' }

export async function clientLoader() {
  // The fields are fetched beside the categories, and are there with the page.
  const [categories, { FactPanels, StockField }] = await Promise.all([
    ask(client.categories.$get()),
    import('../fact-panels.tsx'),
  ])
  return { categories, FactPanels, StockField }
}

export default function AddProductPage({ loaderData }: Route.ComponentProps) {
  const { categories, FactPanels, StockField } = loaderData
  const goTo = useGoWhileHere()
  const { user } = useSession()
  const form = useForm<Entry>({ resolver, defaultValues: EMPTY })
  const refused = useRefused(form)
  // Somebody else may sign in next.
  useDraft(user && 'product', form)
  const entry = useWatch({ control: form.control })
  const { errors, isSubmitting } = form.formState
  const stock = entry.stock ? Number(entry.stock) : Number.NaN
  const handleAdd = form.handleSubmit(async () => {
    const sent = structuredClone(form.getValues())
    try {
      await ask(client.product.$post({ json: sent }, madeOnce))
      toastOk('Product Added')
      showUnder(form, EMPTY, changedIn(form.getValues(), sent))
      await goTo(href('/dashboard/manageProducts'))
    } catch (error) {
      await refused(error)
    }
  })

  return (
    <>
      <h1>Add A Product</h1>
      <p className="sub">All but name, price, minimum order, description, image and stock may be left out.</p>
      <div className="work">
        <form className="stack" method="post" noValidate onSubmit={handleAdd}>
          <FormProvider {...form}>
            <FactPanels categories={categories} />
            <section className="panel top">
              <div className="pad form">
                <StockField isShort={stock > 0 && stock < Number(entry.minOrder)} />
                <FormError>{errors.root?.message}</FormError>
              </div>
              <div className="pad acts">
                <LinkButton to={href('/dashboard/manageProducts')}>Cancel</LinkButton>
                <Button variant="key" type="submit" pending={isSubmitting}>
                  Add Product
                </Button>
              </div>
            </section>
          </FormProvider>
        </form>
        <ProductPreview facts={entry as Facts} stock={stock} />
      </div>
    </>
  )
}
