export const ROLES = ['customer', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** What each role may do with things that belong to others. */
const PERMISSIONS = {
  customer: [],
  admin: [
    'orders.readAll',
    'orders.cancelAny',
    'orders.deliver',
    'products.write',
    'people.read',
    'people.promote',
    'people.signOut',
    'reviews.hide',
    'audit.read',
    'searches.read',
    'requests.answer',
    'questions.answer',
    'sums.write',
  ],
} as const satisfies Record<Role, readonly string[]>

export type Permission = (typeof PERMISSIONS)[Role][number]

/** False also while the role is not known yet. */
export const may = ({ role }: { role?: Role | undefined }, permission: Permission) =>
  role !== undefined && (PERMISSIONS[role] as readonly Permission[]).includes(permission)

export const rolesThatMay = (permission: Permission) => ROLES.filter((role) => may({ role }, permission))

/** The roles that carry the staff badge. */
export const isStaff = ({ role }: { role: Role }) => role !== 'customer'

/** The specification's question about a role; everything else asks for a permission. */
export const isAdmin = ({ role }: { role: Role }) => role === 'admin'
