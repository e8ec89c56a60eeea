import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begins with the files of `longest`, in that order: one that is long and begins last would run alone. */
export const longestFirst = (longest: string[]) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]) {
      const placeOf = ({ moduleId }: TestSpecification) => {
        const place = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
        return place < 0 ? longest.length : place
      }
      return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
    }
  }
