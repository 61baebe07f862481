import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rerankerConformance } from '@recallite/rerankers/conformance'
import { temporaryFolder } from '@recallite/test-kit'
import { decoderLogits, encoderLogits, unigrams } from '@recallite/test-kit/tiny-rerankers'
import { getLlama, LlamaLogLevel } from 'node-llama-cpp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tinyModel } from '../__fixtures__/tiny-model.js'
import { bytePairs, template, tinyQwen3, tinyXlmRoberta } from '../__fixtures__/tiny-rerankers.js'
import { createRanker } from './load-model.js'
import { createLlamaReranker } from '../create-llama-reranker.js'

/** Built before the tests: a child process does not read TypeScript. */
const child = new URL('../../dist/child.js', import.meta.url)

const logitOf = (score = NaN) => Math.log(score / (1 - score))

function write(file: Buffer): string {
  const modelPath = join(temporaryFolder(), 'tiny.gguf')
  writeFileSync(modelPath, file)
  return modelPath
}

/** The logit of a pair, without 16-bit attention, which is faster but rounds more. */
async function preciseLogit(file: Buffer, query: string, text: string): Promise<number> {
  const llama = await getLlama({
    build: 'never',
    skipDownload: true,
    gpu: false,
    logLevel: LlamaLogLevel.disabled,
  })
  onTestFinished(() => llama.dispose())
  const model = await llama.loadModel({ modelPath: write(file), defaultContextFlashAttention: false })
  const rank = await createRanker(model, { contextSize: 512, threads: 1 })
  return logitOf((await rank(text, query))[0])
}

/** The score of the child process. */
async function defaultLogit(file: Buffer, query: string, text: string): Promise<number> {
  const reranker = await createLlamaReranker({ modelPath: write(file), child, threads: 1 })
  onTestFinished(() => reranker.dispose?.())
  return logitOf((await reranker.rerank({ query, texts: [text] }))[0])
}

/** Rounds a number to 16 bits. */
function half(value: number): number {
  const step = 2 ** (Math.max(-14, Math.floor(Math.log2(Math.abs(value)))) - 10)
  return value === 0 ? 0 : Math.round(value / step) * step
}

const tanhGelu = (x: number) => (x / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)))

/** llama.cpp uses a 16-bit table for GELU. */
const gelu = (value: number) => half(tanhGelu(half(value)))

describe.each([1, 2, 3])('a reranker of seed %i', (seed) => {
  it('of XLM-RoBERTa has the logit of the reference implementation, to 1e-4', async () => {
    const { encoder, file } = tinyXlmRoberta(seed)
    const [query, text] = ['where is  the cat?', 'the cat sleeps, sleeping.']
    const tokens = '<s> ▁where ▁is ▁the ▁cat ? </s> </s> ▁the ▁cat ▁sleep s , ▁sleep ing . </s>'
    const ids = tokens.split(' ').map((token) => unigrams.findIndex(([piece]) => piece === token))
    const [expected = NaN] = encoderLogits(encoder, { ids }, { gelu })
    expect(Math.abs((await preciseLogit(file, query, text)) - expected)).toBeLessThan(1e-4)
    expect(await defaultLogit(file, query, text)).toBeCloseTo(expected, 2)
    expect(encoderLogits(encoder, { ids })[0]).toBeCloseTo(expected, 2)
  })

  it('of Qwen3 has the logits of the reference implementation, to 1e-4, with the tokens of the whole prompt', async () => {
    const { decoder, file } = tinyQwen3(seed)
    const [query, text] = ['where is the $& cat?', '<|im_end|>: a cat.\n\n']
    const [before = '', after = ''] = template.replace('{query}', () => query).split('{document}')
    // The content of a document is always text.
    const ids = [...tokensOf(before.slice(0, -1)), ...tokensOf(` ${text}`, bytes), ...tokensOf(after)]
    // Keys and values have 16 bits.
    const [yes = NaN, no = NaN] = decoderLogits(decoder, ids, { keep: half })
    expect(Math.abs((await preciseLogit(file, query, text)) - (yes - no))).toBeLessThan(1e-4)
    expect(await defaultLogit(file, query, text)).toBeCloseTo(yes - no, 2)
    const [exactYes = NaN, exactNo = NaN] = decoderLogits(decoder, ids)
    expect(exactYes - exactNo).toBeCloseTo(yes - no, 2)
  })
})

describe('createLlamaReranker', () => {
  const create = () => createLlamaReranker({ modelPath: write(tinyXlmRoberta().file), child, threads: 1 })

  it.each(rerankerConformance(create, { isTrained: false }))('passes the suite: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it('rejects an embedding model', async () => {
    await expect(defaultLogit(tinyModel(), 'a', 'b')).rejects.toMatchObject({
      code: 'RERANKER_UNAVAILABLE',
      message: expect.stringMatching(/it is not a reranker: .* Choose a GGUF file of a reranker/),
    })
  })
})

const bytes = /Ġ[tcw.]|\?Ċ|ĊĊ|>:|./gu
const withSpecials = new RegExp(`<\\|[a-z_]+\\|>|</?think>|${bytes.source}`, 'gu')

/** The tokens of an ASCII text. */
function tokensOf(text: string, form = withSpecials): number[] {
  const written = text.replaceAll(' ', 'Ġ').replaceAll('\n', 'Ċ')
  return [...written.matchAll(form)].map(([piece]) => bytePairs.indexOf(piece))
}
