/** `1 model`, `1,204 models`, `10,000+ models`, of a number as it is shown. */
export const modelsWord = (count: string) => (count === '1' ? '1 model' : `${count} models`)
