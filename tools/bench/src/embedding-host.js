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
      const answers = await model.embed({ texts: all.slice(start, start + requestSize), role: 'document' })
      for (const [index, vector] of answers.entries()) vectors[start + index] = vector
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
const sides = { ...bare, [subject]: embedByProvider }
/** @type {Record<string, number>} */
const times = {}
/** @type {Record<string, readonly (readonly number[])[]>} */
const vectors = {}
for (let pass = 0; pass <= passes; pass += 1) {
  // The first pass warms up and takes few texts.
  const part = pass === 0 ? texts.slice(0, requestSize) : texts
  for (const [name, embed] of Object.entries(sides)) {
    const started = performance.now()
    vectors[name] = await embed(part)
    const time = performance.now() - started
    if (pass > 0) times[name] = Math.min(time, times[name] ?? Infinity)
  }
}
await model.dispose()

const { [subject]: time, ...bareTimes } = times
const [alone = []] = Object.values(vectors)
const cosines = alone.map((vector, position) => cosine(vector, vectors[subject]?.[position] ?? []))
process.stdout.write(JSON.stringify({ time, bareTimes, leastCosine: Math.min(...cosines) }))
