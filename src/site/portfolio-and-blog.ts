/** The content of the portfolio and the blog. */

export type Portfolio = {
  skills: { name: string; use: string }[]
  sites: { url: string; title: string; text: string; image: string }[]
}

export const portfolio: Portfolio = {
  skills: [
    { name: 'TypeScript', use: 'calls between page and server' },
    { name: 'React', use: 'shop, dashboard, this list' },
    { name: 'CSS', use: 'one list of colours, two themes' },
    { name: 'Accessibility', use: 'keyboard, labels, contrast, 320 px' },
    { name: 'SVG drawing', use: 'every picture in the catalogue' },
    { name: 'Node.js', use: 'everything under /api' },
    { name: 'PostgreSQL', use: 'orders and stock, in one transaction' },
    { name: 'OpenID Connect', use: 'Continue With Google' },
    { name: 'Card payment', use: 'intents, 3-D Secure, webhooks' },
    { name: 'E-mail', use: 'verification, receipts, newsletter' },
    { name: 'Testing', use: 'units, calls, browser' },
    { name: 'Containers', use: 'one image, one port' },
  ],
  sites: [
    {
      url: 'https://www.w3.org/WAI/ARIA/apg/',
      title: 'ARIA Authoring Practices',
      text: 'The patterns that the dialogs, menus and slides of this shop follow, with samples for the keyboard.',
      image: '/drawings/display-panel.svg',
    },
    {
      url: 'https://www.postgresql.org/docs/current/mvcc.html',
      title: 'PostgreSQL: Concurrency Control',
      text: 'How two people order the last box in the same moment, and one of them gets it.',
      image: '/drawings/power-relay.svg',
    },
  ],
}

/** `marked` are the lines of the code that do the work, counted from 1. */
export type Answer = { topic: string; question: string; answer: string[]; code: string; marked: number[] }

export const blog: Answer[] = [
  {
    topic: 'React performance',
    question: 'How will you improve the performance of a React application?',
    answer: [
      'Measure first, with the profiler of the React developer tools. Then do less: keep state next to the part that uses it, give list items a stable key, and remember a result only where the measurement shows that it costs something. The React Compiler can do that remembering at build time, so useMemo and useCallback by hand become rare.',
      'Code that a page does not need can wait: load a route when it is opened. Mark slow updates with startTransition or useDeferredValue, and typing stays quick while a long list follows.',
    ],
    code: `const Orders = lazy(
  () => import('./Orders')
)

<Suspense fallback={<Skeleton />}>
  <Orders />
</Suspense>`,
    marked: [1, 2, 3],
  },
  {
    topic: 'State management',
    question: 'What are the different ways to manage state in a React application?',
    answer: [
      'Ask where it lives. In one component: useState, or useReducer when several values change together. In a few: lifted to their common parent, or handed down by context. If it should survive a reload or travel as a link: in the URL.',
      'What belongs to the server stays there and is fetched and cached by a query library, which also knows when it is out of date. For forms React 19 has useActionState, which keeps the result of a submit and whether it is pending. A global store comes last, for what many distant parts share.',
    ],
    code: `// one component
const [qty, setQty] = useState(4)
// the address bar
const [params] = useSearchParams()
// the server
const products = useQuery({
  queryKey: ['products'],
  queryFn: getProducts,
})`,
    marked: [6, 7, 8, 9],
  },
  {
    topic: 'Prototypal inheritance',
    question: 'How does prototypal inheritance work?',
    answer: [
      'An object carries a link to another object, its prototype. What is not found on the object is looked for on the prototype, then on that one’s prototype, until the chain ends in null. Methods are shared this way, not copied: a change on the prototype is seen at once by all that inherit from it.',
      'Reading follows the chain; writing a plain value stays on the object itself. Object.create sets the link, and so does calling a constructor with new. The word class is, for the most part, another way to write the same thing.',
    ],
    code: `const part = {
  label() { return this.code },
}
const fan = Object.create(part)
fan.code = 'EF-230'

fan.label()  // 'EF-230'
Object.hasOwn(fan, 'label') // false`,
    marked: [4],
  },
  {
    topic: 'Setting state directly',
    question: 'Why do you not set the state directly in React?',
    answer: [
      'The array you hold belongs to one rendering. Change it in place and the reference stays the same: React compares old and new with Object.is, sees nothing new and has no reason to draw. Anything that remembers results by reference, as memo and the React Compiler do, goes on showing the old ones.',
      'The setter stores the next value and asks for a rendering; the variable in your hand keeps its value until then. Give the setter a new array, or a function of the previous one, so that two calls in a row both count.',
    ],
    code: `const [products, setProducts] =
  useState([])

products.push(fan)  // not drawn

setProducts(old => [...old, fan])`,
    marked: [6],
  },
  {
    topic: 'Searching an array by name',
    question:
      'You have an array of products. Each has a name, price and description. How will you find products by name?',
    answer: [
      'With filter, both sides in the same case. It keeps every product whose name includes the text and leaves the array itself unchanged; find would stop at the first match. An empty text matches everything, which is what a cleared search field should show.',
      'Trim what people type before you compare. If names carry accents, normalise both sides and drop the marks, so that a plain letter finds the accented one. In a component work the result out while rendering; it needs no state of its own. For many thousand rows let the database search, where an index can answer.',
    ],
    code: `function search(products, text) {
  const t = text.toLowerCase()
  return products.filter(p => p.name
    .toLowerCase().includes(t))
}

search(products, 'fan')`,
    marked: [3, 4],
  },
  {
    topic: 'Unit tests',
    question: 'What is a unit test? Why should you write unit tests?',
    answer: [
      'A unit test calls one small piece with a known input and compares the answer with the expected one. No network, no clock, no database: it takes milliseconds, so it runs after every change and names the piece that broke.',
      'It also keeps a rule in writing. Here: the price is for one minimum order. Test the edges, too: the least quantity, one below it, a sum that has to be rounded. A fault that was found once gets a test before it is mended. What units cannot show, whether the pieces fit together, is left to a few tests in the browser.',
    ],
    code: `test('12 pieces, sold by 4', () => {
  const fan = {
    unitPrice: 72, minOrder: 4,
  }
  expect(total(fan, 12)).toBe(216)
})`,
    marked: [5],
  },
  {
    topic: 'Server rendering',
    question: 'What does server rendering give, and what does it cost?',
    answer: [
      'The server sends HTML with the content in it, so the page can be read before the script arrives, and search engines see it as well. Then the script takes over, which is called hydration: the first rendering must give the same as the server did. React 19 reports a difference in one message that shows both versions.',
      'With streaming the frame of the page goes out at once, and slow parts follow inside Suspense as they are ready. The price is work on the server for each request, or a cache in front of it.',
    ],
    code: `// on the server
const { pipe } =
  renderToPipeableStream(<App />, {
    bootstrapScripts: ['/main.js'],
    onShellReady() { pipe(res) },
  })

// in main.js; App renders <html>
hydrateRoot(document, <App />)`,
    marked: [2, 3, 4, 5, 6],
  },
]
