import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useSession } from '../accounts/session/session.ts'
import { useRefused } from '../accounts/session/use-refused.ts'
import { useRowChange } from '../accounts/session/use-row-change.ts'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { changedIn } from '../ui/changed-in.ts'
import { Field } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { dayOf } from '../ui/format-time.ts'
import { KeyValues } from '../ui/key-values.tsx'
import { olderThanSaved } from '../ui/newer-values.ts'
import { Archive, Undo } from '../ui/page-icons.tsx'
import { Panel, PanelForm } from '../ui/panel.tsx'
import { Picture } from '../ui/picture.tsx'
import { showUnder } from '../ui/show-under.ts'
import { toastBad, toastOk } from '../ui/toast.ts'
import { useDraft } from '../ui/use-draft.ts'
import { grouped } from '../wire/grouped.ts'
import { shownTotal } from '../wire/list-totals.ts'
import { ProblemError } from '../wire/problem-error.ts'
import type { EditedProduct, Shelf } from './contract.ts'
import { factsOf, isSame } from './facts.ts'
import { pcs, pieces } from './per-pieces.ts'
import { NEWER_MISSED } from './use-clash.ts'

type ArchivedProps = { product: EditedProduct; onChanged: () => void }

/** The page of an archived product: what it was, and what is sold in its place. */
export function ArchivedProduct({
  product,
  shelf: { free, ordered },
  fits,
  onChanged,
  children,
}: ArchivedProps & { shelf: Shelf; fits: string; children: ReactNode }) {
  const { name, number, category, unitPrice, minOrder, soldLastYear, img } = product
  const lying = free + ordered
  const facts = [
    { label: 'Part number', value: <span className="code">{number ?? 'none'}</span> },
    { label: 'Category', value: category ?? 'none' },
    { label: 'Unit Price', value: `${formatMoney(unitPrice)} per ${pcs(minOrder)}` },
    { label: 'In the house', value: pcs(lying) },
    { label: 'Sold in its last year', value: pcs(soldLastYear ?? 0) },
    { label: 'On models', value: shownTotal(fits) },
  ]
  return (
    <>
      <Head product={product} />
      <div className="note mb-6">
        <Archive />
        <p>
          <b className="strong">Not for sale.</b> Its page says so and shows what serves instead.{' '}
          {lying ? `${pieces(lying)} ${lying === 1 ? 'lies' : 'lie'} in the house` : ''}
          {ordered ? ` (ordered, not sent: ${grouped(ordered)})` : ''}
          {lying ? '. ' : ''}Orders, receipts and models keep its name.
        </p>
      </div>
      <div className="beside">
        <div className="stack">
          <Panel title="What it was">
            <KeyValues rows={facts} />
          </Panel>
          <SuccessorPanel key={product.version} product={product} onChanged={onChanged} />
          {children}
        </div>
        <div className="plate">
          <Picture src={img} alt={name} width={240} height={232} priority />
        </div>
      </div>
    </>
  )
}

function Head({ product: { _id, name, archivedAt, archivedBy } }: { product: EditedProduct }) {
  const { busy, change } = useRowChange()
  const handleRestore = () =>
    change({
      id: _id,
      call: () => ask(client.product[':id'].restore.$post({ param: { id: _id } })),
      done: `${name} is on sale again`,
      failed: 'The product is still archived. Try again.',
    })
  return (
    <div className="dhead">
      <div>
        <h1>{name}</h1>
        <p className="sub">
          Archived{archivedBy && ` by ${archivedBy}`} on {archivedAt && dayOf(archivedAt)}.
        </p>
      </div>
      <Button variant="key" pending={busy.includes(_id)} onClick={handleRestore}>
        <Undo /> Restore to the shop
      </Button>
    </div>
  )
}

/** Whoever looks for the archived part is led to its successor. */
function SuccessorPanel({ product, onChanged }: ArchivedProps) {
  const { user } = useSession()
  const form = useForm({ defaultValues: { successor: product.successor ?? '' } })
  const refused = useRefused(form)
  useDraft(user && `successor ${product._id}`, form, { newer: olderThanSaved })
  const { errors, isSubmitting } = form.formState
  const handleSave = form.handleSubmit(async ({ successor }) => {
    try {
      const json = { ...factsOf(product), successor, version: product.version }
      await ask(client.product[':id'].$put({ param: { id: product._id }, json }))
      showUnder(form, { successor }, changedIn(form.getValues(), { successor }))
      toastOk('Product saved')
      onChanged()
    } catch (error) {
      if (!(error instanceof ProblemError && error.field === 'version')) return refused(error)
      // What is stored as it is typed was saved by this form, and its answer was lost.
      const newer = await ask(client.allproducts[':id'].$get({ param: { id: product._id } })).catch(() => undefined)
      if (!newer) return form.setError('root', { message: `${error.message} ${NEWER_MISSED}` })
      const saved = factsOf(newer)
      if (isSame(saved, { ...saved, successor }, 'successor')) toastOk('Product saved')
      else toastBad(error.message)
      onChanged()
    }
  })
  return (
    <Panel title="Sold in its place">
      <PanelForm
        onSubmit={handleSave}
        note="Searches for its number and links to its page end there."
        act={
          <Button variant="ink" type="submit" pending={isSubmitting}>
            Save
          </Button>
        }
      >
        <Field
          label="Successor"
          hint="Number of the part that is sold in its place"
          autoComplete="off"
          error={errors.successor?.message}
          {...form.register('successor')}
        />
        <FormError>{errors.root?.message}</FormError>
      </PanelForm>
    </Panel>
  )
}
