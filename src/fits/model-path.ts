import { href } from 'react-router'

/** The address of a model's page. */
export const modelPath = (slug: string) => href('/models/:number', { number: slug })

/** The address of a symptom of a model. */
export const symptomPath = (model: string, slug: string) =>
  href('/models/:number/symptoms/:slug', { number: model, slug })

/** The address of the models of a kind or a maker; one that is chosen there leads to what is wrong with it. */
export const modelsPath = (query: { kind?: string; maker?: string; symptom?: string }) =>
  `${href('/models')}?${new URLSearchParams(query)}`
