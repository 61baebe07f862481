/*
 * Embeds the same texts by a bare library at several settings and by a provider of this repository, in turn, and says how long
 * each took. Run by the benchmarks as a process of its own: node embedding.ts <llama or onnx> <model> <texts as a JSON file>
 */
import { readFileSync } from 'node:fs'
import { importProvider, openBareLlama, openBareOnnx } from './bare-libraries.ts'
import { dot } from '../vectors.ts'

const [provider = '', modelPath = '', textsPath = ''] = process.argv.slice(2)
const texts: readonly string[] = JSON.parse(readFileSync(textsPath, 'utf8'))

/** An index run has four requests of 16 texts at once. */
const requestSize = 16
const requestsAtOnce = 4
const isLlama = provider === 'llama'
const { createLlamaEmbeddings, createOnnxEmbeddings } = await importProvider(isLlama ? 'llama' : 'onnx')
const model = await (isLlama ? createLlamaEmbeddings : createOnnxEmbeddings)({ modelPath })

async function embedByProvider(all: readonly string[]) {
  const vectors: (readonly number[])[] = []
  const requests = Math.ceil(all.length / requestSize)
  const waiting = Array.from({ length: requests }, (_, index) => index * requestSize).values()
  const send = async () => {
    for (const start of waiting) {
      const some = all.slice(start, start + requestSize)
      const answers: readonly Float32Array[] = await model.embed({ texts: some, role: 'document' })
      for (const [index, vector] of answers.entries()) vectors[start + index] = [...vector]
    }
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, send))
  return vectors
}

/** Lets each side embed all texts once. */
async function timeSides() {
  const measured = []
  for (const embed of sides) {
    const started = performance.now()
    const vectors = await embed(texts)
    measured.push({ time: performance.now() - started, vectors })
  }
  return measured
}

const sides = [embedByProvider, ...(await (isLlama ? openBareLlama : openBareOnnx)(modelPath))]
// Few texts warm each side up.
for (const embed of sides) await embed(texts.slice(0, requestSize))
// Each side's shorter one of two passes counts, so that what else the machine does matters less.
const passes = [await timeSides(), await timeSides()]
await model.dispose()

const [time, ...bareTimes] = sides.map((_, side) => Math.min(...passes.map((pass) => pass[side]?.time ?? 0)))
const [ours = [], theirs = []] = passes[0]?.map(({ vectors }) => vectors) ?? []
const cosines = theirs.map((vector, position) => {
  const other = ours[position] ?? []
  return dot(vector, other) / Math.sqrt(dot(vector, vector) * dot(other, other))
})
process.stdout.write(
  JSON.stringify({ time, bareTime: Math.min(...bareTimes), leastCosine: Math.min(...cosines) }),
)
