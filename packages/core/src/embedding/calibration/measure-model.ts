import { EmbeddingError, type EmbeddingModel, untilAborted } from '@recallite/embeddings'
import { cosine } from '../canary.js'
import type { Calibration, ScriptCalibration } from './calibration.js'
import { calibrationPairs, type Pair, type ScriptName } from './pairs.js'

/**
 * A model reads a script if the cosines of true pairs lie this many standard deviations above those of mismatched ones:
 * all-MiniLM-L6-v2 has 4.8 in Latin and at most 0.6 in any other script, multilingual-e5-small 1.5 to 2.6 in all.
 */
const leastSeparation = 1

/**
 * Embeds the constant pairs, and measures what the model's cosines mean in each script.
 * @throws EmbeddingError if the model does not answer; the signal's reason
 */
export async function measureModel(
  model: EmbeddingModel,
  signal: AbortSignal | undefined,
): Promise<Calibration['scripts']> {
  const scripts: Partial<Record<ScriptName, ScriptCalibration | null>> = {}
  for (const [script, pairs] of Object.entries(calibrationPairs)) {
    const vectors = await embedPairs(model, pairs, signal)
    scripts[script as ScriptName] = vectors && calibrate(vectors)
  }
  return scripts
}

interface PairVectors {
  readonly questions: readonly Float32Array[]
  readonly passages: readonly Float32Array[]
}

/** Null if the model has no vector for some of the texts, as one whose vocabulary lacks the script. */
async function embedPairs(
  model: EmbeddingModel,
  pairs: readonly Pair[],
  signal: AbortSignal | undefined,
): Promise<PairVectors | null> {
  try {
    const questions = await embedAll(model, 'query', pairs.map(([question]) => question), signal)
    const passages = await embedAll(model, 'document', pairs.map(([, passage]) => passage), signal)
    return { questions, passages }
  } catch (error) {
    if (EmbeddingError.isInstance(error) && error.code === 'EMBEDDING_RESPONSE_INVALID') return null
    throw error
  }
}

async function embedAll(
  model: EmbeddingModel,
  role: 'query' | 'document',
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += model.maxBatchItems) {
    const batch = texts.slice(from, from + model.maxBatchItems)
    vectors.push(...(await untilAborted(model.embed({ texts: batch, role, signal }), signal)))
  }
  return vectors
}

/** Null if the model does not tell true pairs from mismatched ones. */
function calibrate({ questions, passages }: PairVectors): ScriptCalibration | null {
  const cosines = questions.map((question) => passages.map((passage) => cosine(question, passage)))
  const related = mean(cosines.map((row, index) => row[index] ?? Number.NaN))
  const mismatched = cosines.flatMap((row, index) => row.filter((_, other) => other !== index))
  const floor = mean(mismatched)
  const deviation = Math.sqrt(mean(mismatched.map((value) => (value - floor) ** 2)))
  return related - floor >= leastSeparation * deviation && related > floor ? { floor, related } : null
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
