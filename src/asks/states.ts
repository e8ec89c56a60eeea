export const REQUEST_STATES = ['open', 'answered'] as const
