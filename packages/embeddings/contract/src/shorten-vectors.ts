import { unitVector } from './checked.js'
import { unavailable } from './errors.js'

/** Which numbers of a local model's vectors are kept. */
export interface ShorteningSettings {
  /**
   * How many numbers of each vector are kept, from the first on; default all. Only models that are known to be trained so that the
   * first numbers mean most (Matryoshka representation learning) are shortened.
   */
  readonly dimensions?: number | undefined
  /** Shortens the vectors of any model, although it is not known to be trained for it; default false. */
  readonly shortenUntrained?: boolean | undefined
}

/** A local model whose vectors may be shortened. */
export interface ShortenedModel {
  /** Names by which it may be known: of its file or folder, or the one stored in it. */
  readonly names: readonly string[]
  /** The numbers of its vectors. */
  readonly dimensions: number
}

/** How a model's vectors are shortened. */
export interface Shortening {
  /** The numbers that are kept. */
  readonly dimensions: number
  /** The kept numbers, scaled to length 1; the vector itself if all are kept. */
  readonly shorten: (vector: Float32Array) => Float32Array
}

/**
 * Checks that a local model's vectors can have so many numbers, and tells how they get them.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for a length that no vector of the model has, or that it is not known to be
 * trained for, unless `shortenUntrained`
 */
export function shorteningOf(model: ShortenedModel, settings: ShorteningSettings): Shortening {
  const { dimensions = model.dimensions, shortenUntrained = false } = settings
  const [name = ''] = model.names
  if (!Number.isSafeInteger(dimensions) || dimensions < 1) {
    throw unavailable(`${dimensions} is no length of a vector. Set dimensions to a whole number from 1.`)
  }
  if (dimensions > model.dimensions) {
    throw unavailable(
      `The vectors of ${name} have ${model.dimensions} numbers, not ${dimensions}. Set fewer dimensions.`,
    )
  }
  if (dimensions === model.dimensions) return { dimensions, shorten: (vector) => vector }
  const family = familyOf(model.names)
  if (!shortenUntrained) refuseUntrained(name, dimensions, family)
  return {
    dimensions,
    shorten: (vector) => unitVector((family?.isCentred ? centred(vector) : vector).subarray(0, dimensions)),
  }
}

interface Family {
  /** As names are compared: in lower case, with hyphens. */
  readonly pattern: RegExp
  /** The fewest numbers that its authors give figures for. */
  readonly least: number
  /** Whether the mean of all numbers is taken off each before. */
  readonly isCentred?: true
}

/**
 * Models that were trained for it, by the model cards on huggingface.co: nomic-ai/nomic-embed-text-v1.5 (64 to 768, after a layer
 * normalisation, of which the mean alone matters to a cosine), google/embeddinggemma-300m (128 to 768),
 * mixedbread-ai/mxbai-embed-large-v1 and mxbai-embed-2d-large-v1 (a sixteenth of 1,024, as mixedbread.ai says of the latter),
 * Qwen/Qwen3-Embedding-0.6B (32 to 1,024), Snowflake/snowflake-arctic-embed-m-v1.5 and -l-v2.0 (256).
 */
const families: readonly Family[] = [
  { pattern: /\bnomic-embed-text-v1\.5\b/, least: 64, isCentred: true },
  { pattern: /\bembedding-?gemma\b/, least: 128 },
  { pattern: /\bmxbai-embed-(2d-)?large\b/, least: 64 },
  { pattern: /\bqwen3-embedding\b/, least: 32 },
  { pattern: /\bsnowflake-arctic-embed-m-v1\.5\b/, least: 256 },
  { pattern: /\bsnowflake-arctic-embed-[lm]-v2\b/, least: 256 },
]

function familyOf(names: readonly string[]): Family | undefined {
  const known = names.map((name) => name.toLowerCase().replaceAll(/[\s_]+/g, '-'))
  return families.find(({ pattern }) => known.some((name) => pattern.test(name)))
}

function refuseUntrained(name: string, dimensions: number, family: Family | undefined): void {
  const remedy = 'Leave dimensions out, or set shortenUntrained if worse results are acceptable.'
  if (family === undefined) {
    throw unavailable(`${name} is not known to be trained for vectors of ${dimensions} numbers. ${remedy}`)
  }
  if (dimensions < family.least) {
    throw unavailable(
      `${name} is trained for vectors of at least ${family.least} numbers, not ${dimensions}. ${remedy}`,
    )
  }
}

function centred(vector: Float32Array): Float32Array {
  const mean = vector.reduce((sum, value) => sum + value, 0) / vector.length
  return vector.map((value) => value - mean)
}
