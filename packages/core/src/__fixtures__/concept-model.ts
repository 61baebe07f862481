import type { EmbeddingModel } from '@recallite/embeddings'
import { calibrationPairs } from '../embedding/calibration/pairs.js'

/** Synonyms share a dimension. */
const concepts: readonly (readonly string[])[] = [
  ['car', 'automobile', 'vehicle'],
  ['doctor', 'physician', 'medic'],
  ['money', 'cash', 'funds'],
  ['ocean', 'sea', 'water'],
  ['teacher', 'tutor', 'professor'],
]

const pairs = Object.values(calibrationPairs).flat()

/** A passage of a calibration pair has a cosine of .45 to its question, and mostly 0 to others. */
function calibrationVector(text: string): Float32Array | undefined {
  const pair = pairs.findIndex((texts) => texts.includes(text as never))
  if (pair < 0) return undefined
  const isQuestion = pairs[pair]?.[0] === text
  const vector = new Float32Array(concepts.length + 2)
  vector[pair % concepts.length] = isQuestion ? 1 : 0.45
  vector[concepts.length] = isQuestion ? 0 : 0.89
  return vector
}

function conceptVector(text: string, weights: string): Float32Array {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  const vector = new Float32Array(concepts.length + 2)
  for (const word of words) {
    const concept = concepts.findIndex((names) => names.includes(word))
    if (concept >= 0) vector[concept] = (vector[concept] ?? 0) + 1
  }
  // All texts share this dimension, so that no vector is zero.
  vector[concepts.length] = 0.5
  // A small value that differs between texts and between models.
  vector[concepts.length + 1] = (sumOf(text) % 1009) * 1e-4 + sumOf(weights) * 2e-5
  return vector
}

const sumOf = (text: string) => [...text].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0)

/** Options of the concept model. */
export interface ConceptModelOptions {
  readonly name?: string
  /** Models of the same weights return the same vectors; default: the name. */
  readonly weights?: string
  /** Called before each request is answered; may throw or wait. */
  readonly onRequest?: (texts: readonly string[]) => void | Promise<void>
  readonly maxBatchItems?: number
}

/** A small model whose vectors count the concepts in a text. */
export function createConceptModel(options: ConceptModelOptions = {}) {
  const embedded: string[] = []
  const vectorOf = (text: string) => conceptVector(text, options.weights ?? options.name ?? '')
  const model: EmbeddingModel = {
    specificationVersion: 'v1',
    identity: { provider: 'test', model: options.name ?? 'concepts', dimensions: concepts.length + 2, promptStyle: 'plain' },
    maxBatchItems: options.maxBatchItems ?? 8,
    maxBatchTokens: 8000,
    async embed({ texts, role, signal }) {
      signal?.throwIfAborted()
      const [calibrating] = texts.map(calibrationVector)
      if (calibrating) return texts.map((text) => calibrationVector(text) ?? vectorOf(text))
      await options.onRequest?.(texts)
      if (role === 'document') embedded.push(...texts)
      return texts.map(vectorOf)
    },
  }
  return { model, embedded }
}
