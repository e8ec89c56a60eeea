/** A part's own page, and that of a model of the demonstration with 68 positions. */
export const PART_PAGE = '/products/hc-120'
export const MODEL_PAGE = '/models/hf22s4-01'
