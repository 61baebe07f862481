/*
 * Embeds the same texts by a bare library at several settings and by a provider of this repository, in turn, and says how long
 * each took. Run by the benchmarks as a process of its own: node embedding.js <llama or onnx> <model> <texts as a JSON file>
 */
import { readFileSync } from 'node:fs'
import { importProvider, openBareLlama, openBareOnnx, type EmbedAll } from './bare-libraries.ts'
import { dot } from '../vectors.ts'

export type Sides = Record<string, EmbedAll>

const [provider = '', modelPath = '', textsPath = ''] = process.argv.slice(2)
const texts: readonly string[] = JSON.parse(readFileSync(textsPath, 'utf8'))

/** Each side's shorter one of two passes counts, so that what else the machine does matters less. */
const passes = 2
/** An index run has four requests of 16 texts at once. */
const requestSize = 16
const requestsAtOnce = 4
/** A setting that is so many times slower than the best cannot become the best. */
const hopeless = 2
const subject = 'provider'

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

/** Lets each side embed some texts once. */
async function timeSides(sides: Sides, some: readonly string[]) {
  const measured: Record<string, { time: number; vectors: readonly (readonly number[])[] }> = {}
  for (const [name, embed] of Object.entries(sides)) {
    const started = performance.now()
    const vectors = await embed(some)
    measured[name] = { time: performance.now() - started, vectors }
  }
  return measured
}

const bare: Sides = await (isLlama ? openBareLlama : openBareOnnx)(modelPath)
const sides: Sides = { ...bare, [subject]: embedByProvider }
// Few texts warm each side up, and show which settings are hopeless.
const first = await timeSides(sides, texts.slice(0, requestSize))
const best = Math.min(...Object.values(first).map(({ time }) => time))
const measuredSides = Object.fromEntries(
  Object.entries(sides).filter(([name]) => name === subject || (first[name]?.time ?? 0) < hopeless * best),
)
const measured: Awaited<ReturnType<typeof timeSides>>[] = []
for (let pass = 0; pass < passes; pass += 1) measured.push(await timeSides(measuredSides, texts))
await model.dispose()

const timeOf = (name: string) => Math.min(...measured.map((pass) => pass[name]?.time ?? Infinity))
const bareNames = Object.keys(measuredSides).filter((name) => name !== subject)
const [ours = [], theirs = []] = [subject, bareNames[0] ?? ''].map((name) => measured[0]?.[name]?.vectors)
const cosines = theirs.map((vector, position) => {
  const other = ours[position] ?? []
  return dot(vector, other) / Math.sqrt(dot(vector, vector) * dot(other, other))
})
const answer = {
  time: timeOf(subject),
  bareTime: Math.min(...bareNames.map(timeOf)),
  leastCosine: Math.min(...cosines),
}
process.stdout.write(JSON.stringify(answer))
