import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { DeliveryFields } from '../orders/delivery-fields.tsx'
import { Field } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { addressText, MOST_ADDRESSES } from './address-text.ts'
import type { Address, WhereForm } from './contract.ts'
import { chosenNow, type Where, whereOf } from './where-form.ts'
import './where-to.css'

type Buyer = Pick<WhereForm, 'company' | 'taxNumber'>

type WhereToProps = {
  addresses: Address[]
  /** What another address begins with. */
  typed: Where & Partial<Buyer>
  /** Whether sums depend on the country and on who buys. */
  isListed: boolean
  /** Fields that stand beside the address. */
  children?: ReactNode
}

/** Where an order goes, in the form around it: one of the kept addresses, or another one that may be kept. */
export function WhereTo({ addresses, typed, isListed, children }: WhereToProps) {
  const { register, setValue, getValues, watch, clearErrors, formState } = useFormContext<WhereForm>()
  const { errors } = formState
  useChosenAsNow(addresses)
  const [kept, isKept] = watch(['kept', 'isKept'])
  // What was ticked can be unticked, also where the last place was taken meanwhile.
  const [hasKeep, setHasKeep] = useState(false)
  if (!hasKeep && (isKept || addresses.length < MOST_ADDRESSES)) setHasKeep(true)
  // A draft may name an address that was removed since.
  const chosen = addresses.find(({ _id }) => _id === kept)
  const begun = { company: '', taxNumber: '', ...typed }
  const [another, setAnother] = useState(begun)
  const hasCompany = useAskedFor() || isListed
  useUnseen(!chosen && !hasCompany, begun)
  const choose = (address?: Address) => {
    const { country, address: text, phone, company, taxNumber } = getValues()
    if (!chosen) setAnother({ country, address: text, phone, company, taxNumber })
    const where = address ? whereOf(address) : { ...another, kept: '' }
    for (const [name, value] of Object.entries(where)) setValue(name as keyof typeof where, value)
    setValue('isKept', false)
    clearErrors()
  }
  return (
    <div className="where-to">
      {addresses.length > 0 ? <Choice addresses={addresses} chosen={chosen} onChoose={choose} /> : null}
      <div className="addr">
        {chosen ? (
          <Field
            label="Phone"
            type="tel"
            autoComplete="tel"
            hint="For the carrier, on the day."
            error={errors.phone?.message}
            {...register('phone')}
          />
        ) : (
          <DeliveryFields register={register} errors={errors} isListed={isListed} />
        )}
        {children}
        {hasCompany ? <Company /> : null}
      </div>
      {chosen ? <FormError>{errors.country?.message ?? errors.address?.message}</FormError> : null}
      {!chosen && hasKeep ? <Keep /> : null}
    </div>
  )
}

/** Once the addresses are loaded anew, the form takes the chosen one as it is now. */
function useChosenAsNow(addresses: Address[]) {
  const { getValues, setValue } = useFormContext<WhereForm>()
  const known = useRef(addresses)
  useEffect(() => {
    const values = getValues()
    const was = known.current.find(({ _id }) => _id === values.kept)
    known.current = addresses
    for (const [name, value] of Object.entries(chosenNow(values, was, addresses)))
      setValue(name as 'kept', value as string)
  }, [addresses, getValues, setValue])
}

/** Whether the tax number was refused: where the sum does not depend on it, it has no field before. */
function useAskedFor() {
  const { formState, setFocus } = useFormContext<WhereForm>()
  const [isAskedFor, setAskedFor] = useState(false)
  if (formState.errors.taxNumber && !isAskedFor) setAskedFor(true)
  useEffect(() => {
    if (isAskedFor) setFocus('taxNumber')
  }, [isAskedFor, setFocus])
  return isAskedFor
}

/** Without a field for them, another address has no company and tax number of a chosen one or of a draft. */
function useUnseen(isUnseen: boolean, begun: Buyer) {
  const { getValues, setValue } = useFormContext<WhereForm>()
  // After each render: a draft may be taken at any time.
  useEffect(() => {
    if (!isUnseen) return
    for (const name of ['company', 'taxNumber'] as const)
      if (getValues(name) !== begun[name]) setValue(name, begun[name])
  })
}

const Company = () => {
  const { register, formState } = useFormContext<WhereForm>()
  const { errors } = formState
  return (
    <>
      <Field
        label="Company"
        hint="Empty for a person."
        autoComplete="organization"
        error={errors.company?.message}
        {...register('company')}
      />
      <Field
        label="Tax number"
        hint="Of the company, if it has one."
        autoComplete="off"
        error={errors.taxNumber?.message}
        {...register('taxNumber')}
      />
    </>
  )
}

/** Whether the typed address is kept, and under which name. */
const Keep = () => {
  const { register, watch, formState } = useFormContext<WhereForm>()
  return (
    <>
      <label className="tick mt-4">
        <input type="checkbox" {...register('isKept')} />
        <span>Keep it for the next order</span>
      </label>
      {watch('isKept') ? (
        <div className="addr mt-4">
          <Field
            label="What you call it"
            hint="Workshop, Van 3, flat of Mrs Lind."
            autoComplete="off"
            error={formState.errors.name?.message}
            {...register('name')}
          />
        </div>
      ) : null}
    </>
  )
}

type ChoiceProps = { addresses: Address[]; chosen: Address | undefined; onChoose: (address?: Address) => void }

const Choice = ({ addresses, chosen, onChoose }: ChoiceProps) => (
  <fieldset>
    <legend className="vh">Address</legend>
    <ul className="choice">
      {addresses.map((address) => (
        <li key={address._id}>
          <label className="tick">
            <input type="radio" name="kept" checked={chosen === address} onChange={() => onChoose(address)} />
            <span>
              {address.name}
              <small>
                {addressText(address)}, {address.country}
              </small>
            </span>
          </label>
        </li>
      ))}
      <li>
        <label className="tick">
          <input type="radio" name="kept" checked={!chosen} onChange={() => onChoose()} />
          <span>Another address</span>
        </label>
      </li>
    </ul>
  </fieldset>
)
