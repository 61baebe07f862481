import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertResult } from '../benchmark-error.ts'
import type { Benchmark } from '../benchmark.ts'
import { hostPath, modelPath, run } from '../run.ts'

const mostNotes = 10
const longestText = 900
const pieceLength = 300
const leastCosine = 0.999

/** A long text and its parts. */
function textsOf(note: string) {
  const chunk = note.slice(0, longestText)
  const count = Math.ceil(chunk.length / pieceLength)
  const pieces = Array.from({ length: count }, (_, piece) =>
    chunk.slice(piece * pieceLength).slice(0, pieceLength),
  )
  return [chunk, ...pieces.map((piece) => piece.trim())].filter((text) => text !== '')
}

/**
 * The provider computes on all cores, with the vectors of the bare library: at least .95 of its texts per second.
 */
function embeddingBenchmark(
  name: string,
  { provider, model, library }: { provider: 'llama' | 'onnx'; model: string; library: string },
): Benchmark {
  return {
    name,
    what: `long and short texts are embedded by ${model} through @recallite/embeddings-${provider}`,
    comparedWith: `bare ${library}, at the best of several settings`,
    figures: [{ name, unit: 'time', bound: { factor: 1.053, extra: 0 } }],
    async prepare({ notes, folder }) {
      const path = modelPath(model)
      const texts = join(folder, `${provider}-texts.json`)
      writeFileSync(texts, JSON.stringify(notes.slice(0, mostNotes).flatMap(({ text }) => textsOf(text))))
      let time = Number.NaN
      return {
        subject: async () => time,
        async baseline() {
          const { stdout } = await run([hostPath('hosts/embedding.ts'), provider, path, texts], {
            home: folder,
          })
          const measured = JSON.parse(stdout)
          const isAlike = measured.leastCosine >= leastCosine
          assertResult(isAlike, `A vector has a cosine of ${measured.leastCosine} to the bare library's.`)
          time = measured.time
          return measured.bareTime
        },
      }
    },
  }
}

export const localEmbedding = embeddingBenchmark('local-embedding', {
  provider: 'llama',
  model: 'all-MiniLM-L6-v2.q8_0.gguf',
  library: 'node-llama-cpp',
})

export const localEmbeddingOnnx = embeddingBenchmark('local-embedding-onnx', {
  provider: 'onnx',
  model: 'all-MiniLM-L6-v2-onnx',
  library: 'ONNX Runtime',
})
