import { answerOneByOne, type ComputeTexts, explain, Refusal } from '@recallite/embeddings/process'
import type { Network } from './network.js'
import { getAgain, type ModelFolder, readFacts } from './read-model-folder.js'

interface LaneParts {
  readonly network: Network
  readonly tokenize: (text: string) => readonly number[]
  /** Whether several texts may be computed at once. */
  readonly isBatchable: boolean
}

/** Embeds texts together where that leaves their vectors as they are. A text that is refused costs no other one. */
export function createLane({ network, tokenize, isBatchable }: LaneParts): ComputeTexts {
  return async (texts) => {
    const tokens = texts.map(tokenize)
    const together =
      isBatchable && texts.length > 1 ? await network.embed(tokens).catch(() => undefined) : undefined
    return together ?? answerOneByOne(tokens, (text) => embedOne(network, text))
  }
}

const trialTexts = ['a text to try the model with', '42?']

/**
 * Tests a model on two texts: the length of the vectors, and whether several texts may be computed at once: with 8-bit activations, the other texts of a
 * batch change a vector. Corrupted weights often make every vector NaN.
 * @throws Refusal if the vectors are unusable
 */
export async function tryOut(
  network: Network,
  tokenize: (text: string) => readonly number[],
  folder: ModelFolder,
): Promise<{ dimensions: number; isBatchable: boolean }> {
  const texts = trialTexts.map(tokenize)
  const alone: Float32Array[] = []
  for (const text of texts) alone.push(await embedOne(network, text).catch(refuseModel))
  const [{ length } = new Float32Array()] = alone
  const { dimensions = length } = readFacts(folder)
  if (dimensions !== length)
    throw new Refusal(`its vectors have ${length} numbers, where its config.json says ${dimensions}`, {
      remedy: getAgain,
    })
  if (!alone.every((vector) => vector.every(Number.isFinite)))
    throw new Refusal('its vectors are not numbers, so it is damaged', { remedy: getAgain })
  const together = await network.embed(texts).catch(() => [])
  return { dimensions, isBatchable: alone.every((vector, text) => isSame(vector, together[text])) }
}

/** Rounding differs between batches by less; 8-bit activations of other texts by more. */
const roundingError = 1e-5

/** Whether two vectors of length 1 are the same up to rounding. */
function isSame(a: Float32Array, b: Float32Array | undefined): boolean {
  return (
    b !== undefined && a.every((value, position) => Math.abs(value - (b[position] ?? NaN)) < roundingError)
  )
}

async function embedOne(network: Network, tokens: readonly number[]): Promise<Float32Array> {
  const [vector = new Float32Array()] = await network.embed([tokens])
  return vector
}

function refuseModel(cause: unknown): never {
  const reason = `it does not embed a text (${explain(cause).reason})`
  throw new Refusal(reason, { remedy: getAgain, cause })
}
