import { matchPath, type Register } from 'react-router'

const PAYMENT_PAGE = '/dashboard/payment/:paymentId' satisfies keyof Register['pages']

export const isPaymentPage = (pathname: string) => matchPath(PAYMENT_PAGE, pathname) !== null
