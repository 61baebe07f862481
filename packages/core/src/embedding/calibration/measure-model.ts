import { EmbeddingError, type EmbeddingModel, untilAborted } from '@recallite/embeddings'
import { cosine } from '../canary.js'
import type { Calibration, ScriptCalibration } from './calibration.js'
import { calibrationPairs, type Pair, type ScriptName } from './pairs.js'

/**
 * In standard deviations of the cosines of mismatched pairs. A model reads a script if the true pairs are this far above them:
 * all-MiniLM-L6-v2 has 4.8 in Latin and up to 0.6 in other scripts, multilingual-e5-small 1.5 to 2.6 in all of them.
 */
const minSeparation = 1

/** If the pairs are not separated, a mean cosine from here on shows that the model cannot read the script. */
const unreadableFloor = 0.3

/** From the floor to related texts, for a model of spelling rather than meaning, such as one of trigrams. */
const defaultStep = 0.35

/**
 * Embeds the constant pairs, and measures the scale of the model's cosines in each script.
 * @throws EmbeddingError if the model does not answer, or has no usable vectors even for Latin; the signal's reason
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
    // Every model reads Latin letters, so this is a temporary failure: the next run measures it.
    if (!vectors && script === 'Latin')
      throw new EmbeddingError(
        'EMBEDDING_RESPONSE_INVALID',
        'the model returned no usable vectors for the calibration pairs',
      )
    measured.push([script, vectors ? measureScript(vectors) : null])
    start += pairs.length
  }
  return Object.fromEntries(measured)
}

/** The vectors of the questions and of the passages; null if the model lacks the script of some text. */
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

/** Null if the model cannot read the script. */
function measureScript([questions = [], passages = []]: readonly Float32Array[][]): ScriptCalibration | null {
  const cosines = questions.map((question) => passages.map((passage) => cosine(question, passage)))
  const related = mean(cosines.map((row, index) => row[index] ?? Number.NaN))
  const mismatched = cosines.flatMap((row, index) => row.filter((_, other) => other !== index))
  const floor = mean(mismatched)
  const deviation = Math.sqrt(mean(mismatched.map((value) => (value - floor) ** 2)))
  if (related > floor && related - floor >= minSeparation * deviation) return { floor, deviation, related }
  return floor < unreadableFloor ? { floor, deviation, related: floor + defaultStep } : null
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
