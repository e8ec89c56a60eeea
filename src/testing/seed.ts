const { SEED: set } = process.env

/**
 * The seed of all inputs that tests draw. It is fixed, so that each run is the same; `SEED=new` draws another one, and
 * `SEED=7` repeats it.
 */
export const SEED = set === 'new' ? Date.now() % 2 ** 31 : Number(set ?? 1)
