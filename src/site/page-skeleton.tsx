import { lazy, Suspense, useEffect } from 'react'
import { href } from 'react-router'
import { isProductPath } from '../products/product-path.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { PageSpinner } from './page-spinner.tsx'

/** Fetched when it is needed: no public page carries the dashboard's frame and its styles. */
const DashboardPageSkeleton = lazy(() =>
  import('./dashboard-page-skeleton.tsx').catch(() => ({ default: PageSpinner })),
)

const A_PAGE = 12
const FEATURED = 6

/** Another page while it loads, in the shape it will have. */
export default function PageSkeleton({ pathname }: { pathname: string }) {
  useEffect(() => {
    scrollTo(0, 0)
  }, [])
  if (pathname.startsWith(href('/dashboard'))) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <DashboardPageSkeleton pathname={pathname} />
      </Suspense>
    )
  }
  if (pathname === href('/products')) {
    return (
      <>
        <h1 className="mb-4">This is Our Product</h1>
        <div className="tools border-t-2 border-ink pt-3">
          <Skeleton width={280} height={40} />
        </div>
        <CardSkeletons count={A_PAGE} />
      </>
    )
  }
  if (pathname === href('/') || pathname === href('/home')) return <HomeSkeleton />
  if (isProductPath(pathname)) return <ProductSkeleton />
  return <PageSpinner />
}

function HomeSkeleton() {
  return (
    <div className="home">
      <Skeleton height={500} />
      <section>
        <div className="head">
          <h2>Our Featured Products</h2>
        </div>
        <CardSkeletons count={FEATURED} />
      </section>
    </div>
  )
}

function CardSkeletons({ count }: { count: number }) {
  return (
    <>
      <p className="vh" role="status">
        Loading the products
      </p>
      <ul className="cards" aria-hidden="true">
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all the same, and none ever moves
          <CardSkeleton key={place} />
        ))}
      </ul>
    </>
  )
}

function CardSkeleton() {
  return (
    <li className="card">
      <div className="plate">
        <img src="/drawings/no-picture.svg" alt="" width={216} height={216} />
      </div>
      <div className="txt">
        <Skeleton className="my-1" width="62%" height={16} />
        <Skeleton className="my-2" height={12} />
        <Skeleton className="my-2" width="80%" height={12} />
      </div>
      <dl className="tb">
        {[64, 44, 32].map((width) => (
          <div key={width}>
            <Skeleton className="mt-1 mb-2" width={width - 8} height={10} />
            <Skeleton className="mb-5" width={width} height={16} />
          </div>
        ))}
      </dl>
      <div className="go">
        <span>
          <Skeleton width={72} height={12} />
        </span>
      </div>
    </li>
  )
}

function ProductSkeleton() {
  return (
    <div className="buy mt-12">
      <div className="plate">
        <img src="/drawings/no-picture.svg" alt="" width={512} height={512} />
      </div>
      <div className="panel top" role="status" aria-label="Loading the product">
        <div className="pad">
          <Skeleton className="mb-2" width={64} height={12} />
          <Skeleton width="60%" height={28} />
        </div>
        <div className="pad border-t border-line">
          <Skeleton height={48} />
        </div>
        <div className="pad border-t border-line">
          <Skeleton width="70%" height={40} />
        </div>
        <div className="pad">
          <Skeleton className="mb-4" height={72} />
          <Skeleton height={48} />
        </div>
      </div>
    </div>
  )
}
