import { Link } from 'react-router'

type BreadcrumbProps = { items: { label: string; to?: string }[] }

export function Breadcrumb({ items }: BreadcrumbProps) {
  return (
    <nav aria-label="You are here">
      <ol className="crumb">
        {items.map(({ label, to }) => (
          <li key={label}>
            {to ? (
              <Link to={to} prefetch="intent">
                {label}
              </Link>
            ) : (
              <span aria-current="page">{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
