import { type ComponentType, type ReactNode, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { href, useBlocker, useRevalidator } from 'react-router'
import { useSession } from '../../accounts/session/session.ts'
import { useRefused } from '../../accounts/session/use-refused.ts'
import { useRowChange } from '../../accounts/session/use-row-change.ts'
import { ask, client } from '../../client.ts'
import type { FitsFound } from '../../fits/fits-panel.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { changedIn } from '../../ui/changed-in.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Footbar } from '../../ui/footbar.tsx'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { dayAndTime, dayOf } from '../../ui/format-time.ts'
import { later } from '../../ui/later.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { olderThanSaved } from '../../ui/newer-values.ts'
import { Archive, ExternalLink } from '../../ui/page-icons.tsx'
import { showUnder } from '../../ui/show-under.ts'
import { toastOk } from '../../ui/toast.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { useIsHere } from '../../ui/use-is-here.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import { ArchivedProduct } from '../archived-product.tsx'
import { Clash } from '../clash.tsx'
import type { EditedProduct, TopCategory } from '../contract.ts'
import type { FactPanelsProps } from '../fact-panels.tsx'
import { changedFacts, FACT_NAMES, type Fact, type Facts, factsOf } from '../facts.ts'
import { ProductPreview } from '../product-preview.tsx'
import { SectionIndex } from '../section-index.tsx'
import { StockPanel } from '../stock-panel.tsx'
import { NEWER_MISSED, useClash } from '../use-clash.ts'
import type { Route } from './+types/edit-product.ts'

const FitsPanel = later(async () => (await import('../../fits/fits-panel.tsx')).FitsPanel)

const FORM = 'facts-of-product'
const resolver = checkedBy(async () => {
  const [{ EditProduct }, { breaksFit }] = await Promise.all([import('../contract.ts'), import('../check-breaks.ts')])
  return EditProduct.omit({ version: true }).required().superRefine(breaksFit)
})

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const [product, shelf, movements, categories, fits, { FactPanels }] = await Promise.all([
    ask(client.allproducts[':id'].$get({ param: params })),
    ask(client.allproducts[':id'].shelf.$get({ param: params })),
    ask(client.allproducts[':id'].movements.$get({ param: params })),
    ask(client.categories.$get()),
    import('../../fits/fits-panel.tsx').then(({ fitsFound }) => fitsFound(params.id)),
    import('../fact-panels.tsx'),
  ])
  return { product, shelf, movements, categories, fits, FactPanels }
}

export default function EditProductPage({
  loaderData: { product, shelf, movements, categories, fits, FactPanels },
}: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { name, number, archivedAt } = product
  const stock = <StockPanel {...{ id: product._id, shelf, movements }} onMoved={revalidate} />
  return (
    <>
      <Breadcrumb
        items={[{ label: 'Manage Products', to: href('/dashboard/manageProducts') }, { label: number ?? name }]}
      />
      {archivedAt ? (
        <ArchivedProduct product={product} shelf={shelf} fits={fits.total} onChanged={revalidate}>
          {stock}
        </ArchivedProduct>
      ) : (
        <>
          <Head product={product} />
          <FactsForm loaded={product} fits={fits} categories={categories} FactPanels={FactPanels} onSaved={revalidate}>
            {stock}
            <FitsPanel product={product._id} first={fits} onChanged={revalidate} />
          </FactsForm>
        </>
      )}
    </>
  )
}

function Head({ product: { _id, name, createdAt, changedAt, changedBy } }: { product: EditedProduct }) {
  const { busy, change } = useRowChange()
  const handleArchive = () =>
    change({
      id: _id,
      call: () => ask(client.product[':id'].$delete({ param: { id: _id } })),
      done: `${name} is archived`,
      failed: 'The product is still on sale. Try again.',
    })
  return (
    <div className="dhead">
      <div>
        <h1>{name}</h1>
        <p className="sub">
          In the shop since {dayOf(createdAt)}. Last changed{changedBy && ` by ${changedBy}`}, {dayAndTime(changedAt)}.
        </p>
      </div>
      <div className="range">
        <LinkButton size="sm" to={href('/purcess/:id', { id: _id })}>
          <ExternalLink /> In the shop
        </LinkButton>
        <Button size="sm" pending={busy.includes(_id)} onClick={handleArchive}>
          <Archive /> Archive
        </Button>
      </div>
    </div>
  )
}

type FactsFormProps = {
  loaded: EditedProduct
  fits: FitsFound
  categories: TopCategory[]
  /** Fetched by the loader, so that the fields are there with the page. */
  FactPanels: ComponentType<FactPanelsProps>
  onSaved: () => void
  children: ReactNode
}

/** The bar goes with what is changed, and its buttons cannot keep the focus. */
const leaveFootbar = () => document.activeElement?.matches('.footbar *') && document.getElementById('facts')?.focus()

/** `base` is what was saved when the person began, or when they decided between theirs and somebody else's. */
function FactsForm({ loaded, fits, categories, FactPanels, onSaved, children }: FactsFormProps) {
  const { user } = useSession()
  const [base, setBase] = useState(loaded)
  const form = useForm<Facts>({ resolver, defaultValues: factsOf(loaded) })
  const refused = useRefused(form)
  const isHere = useIsHere()
  useDraft(user && `edit ${loaded._id}`, form, { newer: olderThanSaved })
  const yours = useWatch({ control: form.control }) as Facts
  const clash = useClash(form, yours, setBase)
  const changed = changedFacts(factsOf(base), yours)
  const { isSubmitting, errors } = form.formState
  const isHeld = changed.length > 0 || isSubmitting
  const canSave = changed.length > 0 && clash.undecided.length === 0 && !isSubmitting
  const blocker = useBlocker(changed.length > 0 && !isSubmitting)

  const handleDiscard = () => {
    form.reset(factsOf(base))
    clash.end()
    leaveFootbar()
  }
  const handleSave = form.handleSubmit(async () => {
    // The form changes its lists and facts in place.
    const sent = structuredClone(form.getValues())
    const json = { ...sent, version: base.version }
    const show = (saved: EditedProduct) => {
      setBase(saved)
      showUnder(form, factsOf(saved), changedIn(form.getValues(), sent))
      clash.end()
      toastOk('Product saved')
      leaveFootbar()
      onSaved()
    }
    try {
      show(await ask(client.product[':id'].$put({ param: { id: base._id }, json })))
    } catch (error) {
      if (!(isHere.current && error instanceof ProblemError && error.field === 'version')) return refused(error)
      const newer = await ask(client.allproducts[':id'].$get({ param: { id: base._id } })).catch(() => undefined)
      // What is stored as it is typed was saved by this form, and its answer was lost.
      if (newer && changedFacts(factsOf(newer), sent).length === 0) show(newer)
      else if (newer) clash.begin(base, newer)
      else form.setError('root', { message: `${error.message} ${NEWER_MISSED}` })
    }
  })

  return (
    <>
      {clash.shown ? <Clash {...clash.shown} isSettled={changed.length === 0} onChoose={clash.choose} /> : null}
      <div className="beside">
        <div className="stack">
          <form className="stack" id={FORM} method="post" noValidate onSubmit={handleSave}>
            <FormProvider {...form}>
              <FactPanels categories={categories} changed={changed} />
            </FormProvider>
            <FormError>{errors.root?.message}</FormError>
          </form>
          {children}
        </div>
        <aside className="stack">
          <SectionIndex changed={changed} faults={Object.keys(errors)} stock={loaded.stock} fits={fits.total} />
          <ProductPreview facts={yours} stock={loaded.stock} />
        </aside>
      </div>
      {isHeld ? (
        <Footbar onSave={() => canSave && handleSave()}>
          <p role="status">{clash.undecided.length ? <ToDecide facts={clash.undecided} /> : saidOf(changed)}</p>
          <div>
            <Button onClick={handleDiscard}>Discard</Button>
            <Button variant="key" type="submit" form={FORM} pending={isSubmitting} disabled={!canSave && !isSubmitting}>
              Save changes
            </Button>
          </div>
        </Footbar>
      ) : null}
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        onClose={() => blocker.reset?.()}
        question="Leave without saving?"
        confirmLabel="Leave"
        keepLabel="Stay here"
        onConfirm={() => blocker.proceed?.()}
      >
        <p className="soft s14">{saidOf(changed)}</p>
      </ConfirmDialog>
    </>
  )
}

const ToDecide = ({ facts }: { facts: Fact[] }) => (
  <>
    <b className="strong">{facts.length === 1 ? '1 value' : `${facts.length} values`} to decide:</b> {namesOf(facts)}.
    Then one save holds theirs and yours.
  </>
)

const namesOf = (facts: Fact[]) => facts.map((fact) => FACT_NAMES[fact]).join(', ')

const saidOf = (changed: Fact[]) => `Not saved: ${namesOf(changed)}.`

export function ErrorBoundary() {
  return (
    <>
      <h1>No such product</h1>
      <p className="sub">It is neither on sale nor archived.</p>
      <LinkButton to={href('/dashboard/manageProducts')}>Manage Products</LinkButton>
    </>
  )
}
