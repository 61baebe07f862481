import type { EmbeddingModel } from '../embedding-model.js'
import { answerChecks } from './answers.js'
import type { Check } from './check.js'
import { lifecycleChecks } from './lifecycle.js'
import { oddTextChecks } from './odd-texts.js'

/** One promise of the contract. */
export interface ConformanceCase {
  /** A sentence that says what holds. */
  readonly name: string
  /** Rejects, with an `AssertionError` as a rule, where it does not hold. */
  run(): Promise<void>
}

/**
 * What every embedding model promises, for any test runner: give each case's `name` and `run` to it. Each case works
 * on a model of its own and disposes of it.
 */
export function embeddingModelConformance(create: () => Promise<EmbeddingModel>): ConformanceCase[] {
  return [...answerChecks, ...oddTextChecks, ...lifecycleChecks].map(({ name, holds }) => ({
    name,
    run: () => withModel(create, holds),
  }))
}

async function withModel(create: () => Promise<EmbeddingModel>, holds: Check['holds']): Promise<void> {
  const model = await create()
  try {
    await holds(model)
  } finally {
    await model.dispose?.()
  }
}
