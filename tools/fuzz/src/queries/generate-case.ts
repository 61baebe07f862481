import { createRandom, type Random } from '@recallite/test-kit/random'
import { headingText, pathText, rootText, timeText, whereText } from './field-texts.ts'
import { generateQuery } from './generate-query.ts'
import type { Collection } from '../collection/open-collection.ts'
import type { SearchOptions } from '@recallite/core'

export type CaseOptions = Pick<
  SearchOptions,
  'roots' | 'paths' | 'headings' | 'since' | 'until' | 'where' | 'candidates' | 'limit' | 'threshold'
>

/** A search. */
export interface Case {
  readonly query: string
  readonly options: CaseOptions
}

/** Most searches return few results, because snippets take most of the time. */
const fewResults = [1, 1, 1, 3]
/** Excludes all chunks that lack a word of the query. */
const highestScore = 1
/** More than the limit of a filter. */
const tooMany = 101

function generateOptions(random: Random, collection: Collection): CaseOptions {
  const list = (make: (random: Random, collection: Collection) => string) => {
    const max = random.chance(0.005) ? tooMany : 3
    return Array.from({ length: random.below(max + 1) }, () => make(random, collection))
  }
  return {
    ...(random.chance(0.3) && { paths: list(pathText) }),
    ...(random.chance(0.2) && { headings: list(headingText) }),
    ...(random.chance(0.2) && { roots: list(rootText) }),
    ...(random.chance(0.2) && { since: timeText(random) }),
    ...(random.chance(0.2) && { until: timeText(random) }),
    ...(random.chance(0.3) && { where: list(whereText) }),
  }
}

/** Creates cases about a collection. Each has its own seeds, so that it can be repeated separately. */
export function caseGenerator(collection: Collection): (...seeds: number[]) => Case {
  const words = collection.texts.map((text) => text.split(/\s+/u).filter((word) => word !== ''))
  return (...seeds) => {
    const random = createRandom(...seeds)
    const query = generateQuery(random, collection, words)
    const options = {
      ...(random.chance(0.3) && generateOptions(random, collection)),
      ...(random.chance(0.03) && { candidates: 1 + random.below(20) }),
      ...(random.chance(0.97) && { limit: random.pick(fewResults) }),
      ...(random.chance(0.5) && { threshold: highestScore }),
    }
    return { query, options }
  }
}
