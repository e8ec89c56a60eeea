import { data, href, Link, useRevalidator } from 'react-router'
import { ask } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { CONTACT } from '../../post/forms.ts'
import type { Product } from '../../products/contract.ts'
import { ProductCard } from '../../products/product-card.tsx'
import type { Review } from '../../reviews/contract.ts'
import { shopJsonLd } from '../../reviews/shop-json-ld.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { later } from '../../ui/later.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useErrorToast } from '../../ui/use-error-toast.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import { news, slides, summary } from '../home-content.ts'
import { SlideContent } from '../slide.tsx'
import type { Route } from './+types/home.ts'

const ContactForm = later(async () => (await import('../../post/contact-form.tsx')).ContactForm)
const ReviewCarousel = later(async () => (await import('../../reviews/review-carousel.tsx')).ReviewCarousel)

const FEATURED = 6
/** Enough of the catalogue to price the lists beside the slides. */
const PRICED = 100

type Listed<T> = { items: T[]; error?: string; status?: number }

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta({
    matches,
    title: 'Home · Parts House',
    description:
      'Refrigerator and electronic parts by the box: drawn, measured, counted, with the price of each piece and the stock.',
    path: href('/'),
  }),
  ...shopJsonLd(loaderData?.reviews.items ?? [], matches),
]

/** Each list fails by itself: the page stays and offers Retry; its status keeps it out of the page cache. */
export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const api = context.get(apiContext)
  const [products, reviews] = await Promise.all([
    listed(ask(api.products.$get({ query: { limit: String(PRICED) } }))),
    listed(ask(api.reviews.$get({ query: { people: 'once' } }))),
  ])
  const wanted = new Set(slides.flatMap(({ partNumbers }) => partNumbers))
  const priced = products.items.filter(({ number }) => number && wanted.has(number))
  const loaded = { products: { ...products, items: products.items.slice(0, FEATURED) }, priced, reviews }
  return data(loaded, { status: statusOf(products) ?? statusOf(reviews) ?? 200 })
}

/** Who asked too often has to wait; for everybody else a list that did not come is away for a while. */
const statusOf = ({ error, status }: Listed<unknown>) => (error ? (status === 429 ? 429 : 503) : undefined)

export const action = actionOf(CONTACT)

const listed = <T,>(call: Promise<T[]>): Promise<Listed<T>> =>
  call.then(
    (items) => ({ items }),
    (error: Error) => ({
      items: [],
      error: error.message,
      ...(error instanceof ProblemError && { status: error.status }),
    }),
  )

export default function Home({ loaderData: { products, priced, reviews }, actionData }: Route.ComponentProps) {
  return (
    <div className="home">
      <Carousel
        label="From the shop"
        slides={slides.map((slide, place) => ({
          id: `s${place + 1}`,
          name: slide.name,
          content: <SlideContent slide={slide} products={priced} isFirst={place === 0} />,
        }))}
      />
      <BusinessSummary />
      <LatestNews />
      <Featured products={products} />
      <Reviews reviews={reviews} />
      <section id="contact">
        <div className="head">
          <h2>Contact With Us</h2>
        </div>
        <div className="contact">
          <div className="grid content-start gap-4">
            <p className="soft max-w-[44ch]">
              Tell us the model plate of the appliance and what it does or does not do. We answer with a part number,
              usually the same working day.
            </p>
            <Picture className="max-w-60" src="/drawings/thermostat.svg" alt="" width={240} height={240} />
          </div>
          <ContactForm answered={actionData} />
        </div>
      </section>
    </div>
  )
}

function BusinessSummary() {
  return (
    <section>
      <div className="head">
        <h2>Business Summary</h2>
      </div>
      <dl className="chain">
        {summary.map(({ figure, of }) => (
          <div key={of}>
            <dt>{of}</dt>
            <dd>
              <Arrow />
              {figure}
              <Arrow />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Arrow = () => (
  <svg viewBox="0 0 9 7" aria-hidden="true">
    <path d="M0 3.5L9 .8v5.4z" />
  </svg>
)

function LatestNews() {
  return (
    <section>
      <div className="head">
        <h2>Latest News</h2>
      </div>
      <div className="two">
        {news.map(({ date, title, text, image }) => (
          <article className="news" key={title}>
            <div className="plate">
              <Picture src={image} alt="" width={144} height={144} />
            </div>
            <div className="txt">
              <div>
                <Tag>new</Tag>
                <time className="lab" dateTime={date}>
                  {new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))}
                </time>
              </div>
              <h3>{title}</h3>
              <p className="soft s14">{text}</p>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}

function Featured({ products }: { products: Listed<Product> }) {
  const { items, error } = products
  const { revalidate } = useRevalidator()
  useErrorToast(error, products)
  return (
    <section className="featured">
      <div className="head">
        <h2>Our Featured Products</h2>
        <Link className="more" to={href('/products')} prefetch="intent">
          See All
        </Link>
      </div>
      {error ? (
        <ErrorNote what="The products did not load." onRetry={revalidate}>
          {error}
        </ErrorNote>
      ) : items.length === 0 ? (
        <Empty action={<LinkButton to={`${href('/')}#contact`}>Ask for a part</LinkButton>}>
          The shelf is empty today.
        </Empty>
      ) : (
        <ul className="cards">
          {items.map((product) => (
            <ProductCard key={product._id} product={product} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Reviews({ reviews }: { reviews: Listed<Review> }) {
  const { items, error } = reviews
  const { revalidate } = useRevalidator()
  useErrorToast(error, reviews)
  return (
    <section>
      <div className="head">
        <h2>Customer reviews</h2>
        <span className="s14 soft">latest 20</span>
      </div>
      {error ? (
        <ErrorNote what="The reviews did not load." onRetry={revalidate}>
          {error}
        </ErrorNote>
      ) : (
        <ReviewCarousel reviews={items} />
      )}
    </section>
  )
}
