import { RerankError, type Reranker, sigmoid } from '@recallite/rerankers'
import { rerankerConformance } from '@recallite/rerankers/conformance'
import {
  bertTokenizer,
  type EncoderKind,
  encoderLogits,
  tinyReranker,
  unigrams,
  wordPieces,
} from '@recallite/test-kit/tiny-rerankers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { child, writeTinyModel } from './__fixtures__/tiny-model.js'
import { createOnnxReranker, type OnnxRerankerSettings } from './create-onnx-reranker.js'
import { createTokenizer } from './libraries.js'
import { framePairs } from './pairs.js'

async function open(settings: OnnxRerankerSettings): Promise<Reranker> {
  const reranker = await createOnnxReranker({ child, threads: 1, ...settings })
  onTestFinished(() => reranker.dispose?.())
  return reranker
}

const writeTiny = (kind: EncoderKind, options = {}) =>
  writeTinyModel(tinyReranker(kind, options).files, `tiny-${kind}`)

/** Pairs by their tokens; the second type of a BERT pair begins after its first `[SEP]`. */
const cases = [
  [
    'bert',
    'Where is the CAT?',
    'The cat sleeps, sleeping.',
    '[CLS] where is the cat ? [SEP] the cat sleep ##s , sleep ##ing . [SEP]',
  ],
  ['bert', 'é 猫', '', '[CLS] e [UNK] [SEP] [SEP]'],
  [
    'xlm-roberta',
    'where is  the cat?',
    'the cat sleeps, sleeping.',
    '<s> ▁where ▁is ▁the ▁cat ? </s> </s> ▁the ▁cat ▁sleep s , ▁sleep ing . </s>',
  ],
  ['xlm-roberta', '', 'key 猫 ok', '<s> </s> </s> ▁key ▁ <unk> ▁ o k </s>'],
] as const

describe.each(cases)('a pair of %s: “%s” with “%s”', (kind, query, text, tokens) => {
  const vocabulary = kind === 'bert' ? wordPieces : unigrams.map(([piece]) => piece)
  const ids = tokens.split(' ').map((token) => vocabulary.indexOf(token))
  const types = ids.map((_, place) => (kind === 'bert' && place > ids.indexOf(3) ? 1 : 0))
  const expected = { ids, types }
  const { encoder, files } = tinyReranker(kind)

  it('has the tokens of its tokenizer', async () => {
    const tokenizer = await createTokenizer(JSON.parse(String(files['tokenizer.json'])) as object, {})
    expect(framePairs(tokenizer, 64)(query, text)).toEqual([expected])
  })

  it('has the logit of the reference implementation, to 1e-4', async () => {
    const reranker = await open({ modelPath: writeTiny(kind) })
    const [score = NaN] = await reranker.rerank({ query, texts: [text] })
    expect(Math.log(score / (1 - score))).toBeCloseTo(encoderLogits(encoder, expected)[0] ?? NaN, 4)
  })
})

describe('a pair of RoBERTa', () => {
  it('has the frame of its post-processor, and only type 0, like the original library', async () => {
    const post_processor = { type: 'RobertaProcessing', cls: ['[CLS]', 2], sep: ['[SEP]', 3] }
    const tokenizer = await createTokenizer({ ...bertTokenizer, post_processor }, {})
    const [cat, key] = ['cat', 'key'].map((word) => wordPieces.indexOf(word))
    const ids = [2, cat, 3, 3, key, 3]
    expect(framePairs(tokenizer, 64)('cat', 'key')).toEqual([{ ids, types: [0, 0, 0, 0, 0, 0] }])
  })
})

describe('createOnnxReranker', () => {
  const openBert = () => open({ modelPath: writeTiny('bert') })

  it.each(rerankerConformance(openBert, { isTrained: false }))(
    'fulfils the contract: $name',
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    },
  )

  it('is named by its folder, and distinguishes query and text by the token types', async () => {
    const reranker = await openBert()
    expect(reranker.identity).toEqual({ provider: 'onnx', model: 'tiny-bert' })
    const [one] = await reranker.rerank({ query: 'cat', texts: ['key'] })
    const { encoder } = tinyReranker('bert')
    const ids = [2, wordPieces.indexOf('cat'), 3, wordPieces.indexOf('key'), 3]
    expect(one).not.toBeCloseTo(sigmoid(encoderLogits(encoder, { ids })[0] ?? NaN), 3)
  })

  it('scores a long text by its best part, and cuts the query to a quarter of the tokens', async () => {
    const reranker = await openBert()
    const score = async (query: string, text: string) => (await reranker.rerank({ query, texts: [text] }))[0]
    // A part has 64 − 3 − 1 tokens; the next one begins 30 tokens later.
    const words = Array.from({ length: 100 }, (_, place) => 'abcdefg'[place % 7])
    const parts = [0, 30, 40].map((start) => words.slice(start, start + 60).join(' '))
    const each = await Promise.all(parts.map((part) => score('cat', part)))
    expect(await score('cat', words.join(' '))).toBe(Math.max(...each.map(Number)))
    expect(await score('key '.repeat(30), 'cat')).toBe(await score('key '.repeat(16), 'cat'))
  })

  const single = JSON.stringify({ ...bertTokenizer, post_processor: null })
  it.each<[string, () => string, RegExp]>([
    ['of several labels', () => writeTiny('bert', { labels: 3 }), /1 × 3 logits for a pair.*one label/],
    ['that is an embedding model', () => writeTinyModel(), /not logits/],
    [
      'whose tokenizer does not join pairs',
      () => writeTinyModel({ 'tokenizer.json': single }),
      /does not define how to join a query and a text/,
    ],
  ])('rejects a folder %s', async (_, prepare, reason) => {
    const failure: unknown = await open({ modelPath: prepare() }).catch((error: unknown) => error)
    expect(RerankError.isInstance(failure)).toBe(true)
    expect(String(failure)).toMatch(/The reranker .* cannot be used/)
    expect(String(failure)).toMatch(reason)
  })
})
