import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page's URL. */
export default [
  layout('site/frame.tsx', [
    index('site/pages/home.tsx'),
    route('home', 'site/pages/home.tsx', { id: 'home' }),
    route('products', 'products/pages/products.tsx'),
    route('portfolio', 'site/pages/portfolio.tsx'),
    route('blog', 'site/pages/blog.tsx'),
    ...['delivery', 'returns', 'privacy', 'terms', 'imprint'].map((path) =>
      route(path, 'site/pages/house.tsx', { id: path }),
    ),
    route('login', 'accounts/pages/login.tsx'),
    route('regester', 'accounts/pages/register.tsx'),
    route('forgot-password', 'accounts/pages/forgot-password.tsx'),
    route('reset-password', 'accounts/pages/reset-password.tsx'),
    route('verify-email', 'accounts/pages/verify-email.tsx'),
    route('not-me', 'accounts/pages/not-me.tsx'),
    route('newsletter', 'post/pages/subscribe.tsx'),
    route('newsletter/confirm', 'post/pages/confirm.tsx'),
    route('newsletter/unsubscribe', 'post/pages/unsubscribe.tsx'),
    route('purcess/:id', 'products/pages/product.tsx', [index('orders/pages/buy-panel.tsx')]),
    route('dashboard', 'site/dashboard.tsx', [
      index('site/moved.ts', { id: 'moved-dashboard' }),
      route('profile', 'accounts/pages/profile.tsx'),
      route('myorders', 'orders/pages/my-orders.tsx'),
      route('payment/:paymentId', 'payments/pages/pay.tsx'),
      route('review', 'reviews/pages/add-review.tsx'),
      route('orders', 'orders/pages/manage-orders.tsx'),
      route('addProduct', 'products/pages/add-product.tsx'),
      route('manageProducts', 'products/pages/manage-products.tsx'),
      route('manageProducts/:id', 'products/pages/edit-product.tsx'),
      route('makeAdmin', 'accounts/pages/make-admin.tsx'),
      route('audit', 'audit/pages/audit-log.tsx'),
    ]),
    route('profile', 'site/moved.ts', { id: 'moved-profile' }),
    route('register', 'site/moved.ts', { id: 'moved-register' }),
    route('purchase/:id', 'site/moved.ts', { id: 'moved-purchase' }),
    route('*', 'site/pages/not-found.tsx'),
  ]),
  route('receipt/:id', 'payments/pages/receipt.tsx'),
] satisfies RouteConfig
