import { z } from 'zod'
import { isClosedAddress } from '../wire/closed-address.ts'
import { isHttpsUrl } from '../wire/https-url.ts'
import { Listing } from '../wire/listing.ts'
import { oneLine } from '../wire/typed-text.ts'
import { ROLES, type Role } from './permissions.ts'

/** In UTF-16 units; an address of 254 is shorter in each of its Unicode forms. */
const TOO_LONG = 1000

/**
 * One spelling for equal addresses (law I4): case, outer spaces and Unicode forms are ignored. What is too long for an
 * address stays as it is, because 50,000 combining signs take seconds to normalize.
 */
export const foldEmail = (email: string) =>
  email.length > TOO_LONG ? email : email.normalize('NFKC').trim().toLowerCase()

/** Whoever had the address that a closed account gets would keep that account from being closed. */
const isOpen = (email: string) => !isClosedAddress(email)

export const Email = z
  .string()
  .transform(foldEmail)
  .pipe(z.string().min(1, 'Email is Required').max(254, 'Provide a valid Email').pipe(z.email('Provide a valid Email')))
  .refine(isOpen, 'Provide a valid Email')

export const MIN_PASSWORD = 6

export const Password = z
  .string()
  .min(1, 'Password is Required')
  .min(MIN_PASSWORD, 'Must be 6 characters or longer')
  .max(128, 'Must be 128 characters or shorter')

export const Name = oneLine(80).min(1, 'Name is Required')

export const Login = z.object({ email: Email, password: Password })
export const Registration = Login.extend({ name: Name })

/**
 * PUT /user/{email} with these two fields: the sync after any sign-in. The name of the registration stays; this one is
 * ignored.
 */
export const SyncUser = z.object({ email: Email, name: z.string().max(200) })
export const Token = z.object({ token: z.string() })

const required = (name: string, most: number) => oneLine(most).min(1, `${name} is Required`)

/**
 * PUT /user/{email} with these four fields: the profile. The specification's phone is a number; here its digits are
 * text.
 */
export const UpdateProfile = z.object({
  education: required('Education', 120),
  location: required('Location', 120),
  phone: z
    .union([z.string(), z.number()], 'Phone is Required')
    .transform((phone) => String(phone).trim())
    .pipe(
      z
        .string()
        .min(1, 'Phone is Required')
        .regex(/^\+?[\d\s()./-]{3,30}$/, 'Enter digits, like 22 00 01 40'),
    ),
  linkedin: required('Linkedin', 200).refine(isHttpsUrl, 'Enter an address that starts with https://'),
})
export type UpdateProfile = z.infer<typeof UpdateProfile>

export const PutUser = z.union([UpdateProfile, SyncUser])

/** Whether a PUT /user/{email} is a profile: any field of a profile makes it one. */
export const isSync = (json: unknown) =>
  typeof json === 'object' &&
  json !== null &&
  'email' in json &&
  !Object.keys(UpdateProfile.shape).some((name) => name in json)

export const Profile = z.object({
  _id: z.uuid(),
  email: z.string(),
  name: z.string(),
  img: z.string().nullable(),
  role: z.enum(ROLES),
  emailVerified: z.boolean(),
  education: z.string().nullable(),
  location: z.string().nullable(),
  phone: z.string().nullable(),
  linkedin: z.string().nullable(),
})
export type Profile = z.infer<typeof Profile>

export const UserSummary = Profile.pick({
  _id: true,
  email: true,
  name: true,
  img: true,
  role: true,
  emailVerified: true,
})
export type UserSummary = z.infer<typeof UserSummary>

/** A user as admins see them, with the number of live sessions and when one of them was last used. */
export const Person = UserSummary.extend({ sessions: z.number().int(), seenAt: z.iso.datetime().nullable() })
export type Person = z.infer<typeof Person>

export const UserListing = Listing.extend({ role: z.enum(ROLES).optional() })
export type UserListing = z.infer<typeof UserListing>

/** What the page of a mail's link shows before its button is pressed. */
export const MailLink = z.object({ email: z.string() })
export type MailLink = z.infer<typeof MailLink>

export const LinkToken = z.object({ token: z.string().min(1).max(100) })

export const Rename = z.object({ name: Name })

export const SessionOfPerson = z.object({
  _id: z.uuid(),
  device: z.string(),
  handheld: z.boolean(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
})
export type SessionOfPerson = z.infer<typeof SessionOfPerson>

export const SessionOfMine = SessionOfPerson.extend({ here: z.boolean() })
export type SessionOfMine = z.infer<typeof SessionOfMine>

/**
 * The ways into an account: when its password was set, whether Google opens it, and a new address that waits for its
 * link.
 */
export const WaysIn = z.object({
  passwordSince: z.iso.datetime().nullable(),
  google: z.boolean(),
  newEmail: z.string().nullable(),
})
export type WaysIn = z.infer<typeof WaysIn>

/** The password, or for an account without one the token of a fresh mail. */
const Proof = z.object({ password: z.string().max(128).optional(), token: z.string().max(100).optional() })
export const ChangeEmail = Proof.extend({ newEmail: Email })
export const PasswordChange = z.object({
  currentPassword: z.string().min(1, 'Password is Required').max(128),
  newPassword: Password,
})

/** `email` is typed, so that no account is deleted by mistake. */
export const DeleteAccount = Proof.extend({ email: Email })
export const Done = z.object({ status: z.literal(true) })
export const DONE: z.infer<typeof Done> = { status: true }

/** The user whose sessions an admin ended, and how many sessions there were. */
export const SessionsEnded = z.object({ _id: z.uuid(), ended: z.number().int() })
export type SessionsEnded = z.infer<typeof SessionsEnded>

export const AdminCheck = z.object({ admin: z.boolean() })
export const ChangeRole = z.object({ role: z.enum(ROLES) })

export type User = {
  id: string
  email: string
  name: string
  image: string | null
  role: Role
  emailVerified: boolean
}

/** The user of a request, as the guards find them, by the session that it came with. */
export type Actor = User & { sessionId: string }
