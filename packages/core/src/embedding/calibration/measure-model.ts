import { EmbeddingError, type EmbeddingModel, untilAborted } from '@recallite/embeddings'
import { cosine } from '../canary.js'
import type { Calibration, ScriptCalibration } from './calibration.js'
import { calibrationPairs, type Pair, type ScriptName } from './pairs.js'

/**
 * A model tells texts of a script apart if the cosines of true pairs lie this many standard deviations above those of
 * mismatched ones: all-MiniLM-L6-v2 has 4.8 in Latin and at most 0.6 in any other script, multilingual-e5-small 1.5 to
 * 2.6 in all of them.
 */
const leastSeparation = 1

/** Texts that a model does not tell apart are alike to it from this mean cosine on. */
const alike = 0.3

/** Between the floor and related texts, for a model that knows spelling rather than meaning, such as one of trigrams. */
const usualStep = 0.35

/**
 * Embeds the constant pairs, and measures what the model's cosines mean in each script.
 * @throws EmbeddingError if the model does not answer, or not even Latin texts have usable vectors; the signal's reason
 */
export async function measureModel(
  model: EmbeddingModel,
  signal: AbortSignal | undefined,
): Promise<Calibration['scripts']> {
  const scripts = Object.entries(calibrationPairs) as [ScriptName, readonly Pair[]][]
  const everyPair = scripts.flatMap(([, pairs]) => pairs)
  const all = await embedPairs(model, everyPair, signal)
  let start = 0
  const measured: [ScriptName, ScriptCalibration | null][] = []
  for (const [script, pairs] of scripts) {
    const vectors = all
      ? all.map((each) => each.slice(start, start + pairs.length))
      : await embedPairs(model, pairs, signal)
    // Every model reads Latin letters: one that does not even do that is failing now, and is measured another time.
    if (!vectors && script === 'Latin')
      throw new EmbeddingError(
        'EMBEDDING_RESPONSE_INVALID',
        'the model has no usable vectors of the constant pairs',
      )
    measured.push([script, vectors ? measureScript(vectors) : null])
    start += pairs.length
  }
  return Object.fromEntries(measured)
}

/** The vectors of the questions and of the passages; null if the model has none for some text, as it lacks the script. */
async function embedPairs(model: EmbeddingModel, pairs: readonly Pair[], signal: AbortSignal | undefined) {
  const embedAll = (role: 'query' | 'document', texts: readonly string[]) =>
    embedInBatches(model, { role, texts, signal })
  const questions = pairs.map(([question]) => question)
  const passages = pairs.map(([, passage]) => passage)
  try {
    return [await embedAll('query', questions), await embedAll('document', passages)]
  } catch (error) {
    if (EmbeddingError.isInstance(error) && error.code === 'EMBEDDING_RESPONSE_INVALID') return null
    throw error
  }
}

async function embedInBatches(
  model: EmbeddingModel,
  { texts, ...request }: Parameters<EmbeddingModel['embed']>[0],
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += model.maxBatchItems) {
    const batch = { ...request, texts: texts.slice(from, from + model.maxBatchItems) }
    vectors.push(...(await untilAborted(model.embed(batch), request.signal)))
  }
  return vectors
}

/** Null if all texts are alike to the model: it cannot read the script. */
function measureScript([questions = [], passages = []]: readonly Float32Array[][]): ScriptCalibration | null {
  const cosines = questions.map((question) => passages.map((passage) => cosine(question, passage)))
  const related = mean(cosines.map((row, index) => row[index] ?? Number.NaN))
  const mismatched = cosines.flatMap((row, index) => row.filter((_, other) => other !== index))
  const floor = mean(mismatched)
  const deviation = Math.sqrt(mean(mismatched.map((value) => (value - floor) ** 2)))
  if (related > floor && related - floor >= leastSeparation * deviation) return { floor, related }
  return floor < alike ? { floor, related: floor + usualStep } : null
}

/** The mean of numbers; NaN of none. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
