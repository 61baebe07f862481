/*
 * Embeds the same texts by a bare library at several settings and by a provider of this repository, in turn, and says how long
 * each took. Run by the benchmarks as a process of its own:
 * node embedding-host.js <llama or onnx> <model> <texts as a JSON file>
 */
import { readFileSync } from 'node:fs'
import { openBareLlama } from './baselines/bare-llama.js'
import { openBareOnnx } from './baselines/bare-onnx.js'
import { importProvider } from './local-libraries.js'

const [provider = '', modelPath = '', textsPath = ''] = process.argv.slice(2)
/** @type {readonly string[]} */
const texts = JSON.parse(readFileSync(textsPath, 'utf8'))

/** Each side's shorter one of two passes counts, so that what else the machine does matters less. */
const passes = 2
/** An index run has four requests of 16 texts at once. */
const requestSize = 16
const requestsAtOnce = 4

const isLlama = provider === 'llama'
const { createLlamaEmbeddings, createOnnxEmbeddings } = await importProvider(isLlama ? 'llama' : 'onnx')
const model = await (isLlama ? createLlamaEmbeddings : createOnnxEmbeddings)({ modelPath })
const bare = await (isLlama ? openBareLlama : openBareOnnx)(modelPath)

/** @param {readonly string[]} all */
async function embedByProvider(all) {
  /** @type {(readonly number[])[]} */
  const vectors = []
  const starts = Array.from(
    { length: Math.ceil(all.length / requestSize) },
    (_, index) => index * requestSize,
  )
  const waiting = starts.values()
  const send = async () => {
    for (const start of waiting) {
      /** @type {readonly Float32Array[]} */
      const answers = await model.embed({ texts: all.slice(start, start + requestSize), role: 'document' })
      for (const [index, vector] of answers.entries()) vectors[start + index] = [...vector]
    }
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, send))
  return vectors
}

/** @param {readonly number[]} a @param {readonly number[]} b */
function dot(a, b) {
  return a.reduce((sum, value, slot) => sum + value * (b[slot] ?? Number.NaN), 0)
}

/** @param {readonly number[]} a @param {readonly number[]} b */
function cosine(a, b) {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

const subject = 'provider'
/** A setting that is so many times slower than the best cannot become the best. */
const hopeless = 2

/** @typedef {Record<string, import('./baselines/bare-llama.js').EmbedAll>} Sides */

/** Lets each side embed some texts once. @param {Sides} sides @param {readonly string[]} some */
async function timeEach(sides, some) {
  /** @type {Record<string, { time: number, vectors: readonly (readonly number[])[] }>} */
  const measured = {}
  for (const [name, embed] of Object.entries(sides)) {
    const started = performance.now()
    const vectors = await embed(some)
    measured[name] = { time: performance.now() - started, vectors }
  }
  return measured
}

/** @type {Sides} */
const sides = { ...bare, [subject]: embedByProvider }
// Few texts warm each side up, and show which settings are hopeless.
const first = await timeEach(sides, texts.slice(0, requestSize))
const best = Math.min(...Object.values(first).map(({ time }) => time))
const measuredSides = Object.fromEntries(
  Object.entries(sides).filter(([name]) => name === subject || (first[name]?.time ?? 0) < hopeless * best),
)
/** @type {Record<string, number>} */
const times = {}
/** @type {Record<string, readonly (readonly number[])[]>} */
let vectors = {}
for (let pass = 0; pass < passes; pass += 1) {
  const measured = await timeEach(measuredSides, texts)
  for (const [name, { time }] of Object.entries(measured))
    times[name] = Math.min(time, times[name] ?? Infinity)
  vectors = Object.fromEntries(Object.entries(measured).map(([name, each]) => [name, each.vectors]))
}
await model.dispose()

const { [subject]: time, ...bareTimes } = times
const [alone = []] = Object.values(vectors)
const cosines = alone.map((vector, position) => cosine(vector, vectors[subject]?.[position] ?? []))
process.stdout.write(JSON.stringify({ time, bareTimes, leastCosine: Math.min(...cosines) }))
