import { href } from 'react-router'

/** The address of a model's page. */
export const modelPath = (slug: string) => href('/models/:number', { number: slug })

/** The address of a symptom of a model. */
export const symptomPath = (model: string, slug: string) =>
  href('/models/:number/symptoms/:slug', { number: model, slug })

/** The list of models of a kind or maker; with a complaint a chosen model leads to its causes. */
export const modelsPath = (query: { kind?: string; maker?: string; symptom?: string }) =>
  `${href('/models')}?${new URLSearchParams(query)}`
