import type { EmbeddingModel } from '../embedding-model.js'
import { answerChecks } from './answers.js'
import type { Check } from './check.js'
import { lifecycleChecks } from './lifecycle.js'
import { oddTextChecks } from './odd-texts.js'

/** One case of the suite. */
export interface ConformanceCase {
  /** Completes the sentence "it …". */
  readonly name: string
  /** Rejects if the model fails, usually with an `AssertionError`. */
  run(): Promise<void>
}

/**
 * The rules for every embedding model. Pass the `name` and `run` of each case to any test runner; each case creates and
 * disposes its own model.
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
