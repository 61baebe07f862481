import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explain, Refusal } from '@recallite/embeddings/process'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { onnxFile } from './__fixtures__/onnx-file.js'
import { loadTiny } from './__fixtures__/altered-sessions.js'
import { rows } from './__fixtures__/model-files.js'
import { writeTinyModel } from './__fixtures__/tiny-model.js'
import { readFacts } from './read-model-folder.js'

const notJson = 'version https://git-lfs.github.com/spec/v1'

const faults: [string, Record<string, string | Buffer | undefined>, RegExp][] = [
  ['without weights', { 'onnx/model.onnx': undefined }, /neither onnx\/model_quantized\.onnx nor/],
  ['without config.json', { 'config.json': undefined }, /it has no config\.json\. Set the folder/],
  ['without tokenizer.json', { 'tokenizer.json': undefined }, /it has no tokenizer\.json/],
  [
    'with a config.json that is not JSON',
    { 'config.json': notJson },
    /its config\.json is damaged: it is not JSON\. Download the files/,
  ],
  [
    'with a list for config.json',
    { 'config.json': '[]' },
    /its config\.json is damaged: it contains no JSON object/,
  ],
  ['with a damaged tokenizer.json', { 'tokenizer.json': '{"model":' }, /its tokenizer\.json is damaged/],
  [
    'with a tokenizer.json of nothing',
    { 'tokenizer.json': '{}' },
    /its tokenizer\.json is damaged or of an unsupported kind/,
  ],
  [
    'with a damaged 1_Pooling/config.json',
    { '1_Pooling/config.json': '' },
    /its 1_Pooling\/config\.json is damaged/,
  ],
  [
    'that pools in another way',
    { '1_Pooling/config.json': '{"pooling_mode_lasttoken":true}' },
    /pooling other than the mean.*Set/,
  ],
  ['with empty weights', { 'onnx/model.onnx': '' }, /its weights do not load/],
  ['with text as weights', { 'onnx/model.onnx': notJson }, /its weights do not load .*Download the files/],
  [
    'with cut weights',
    { 'onnx/model.onnx': onnxFile({ rows }).subarray(0, 1000) },
    /its weights do not load/,
  ],
  [
    'that generates text',
    { 'onnx/model.onnx': onnxFile({ rows, inputs: ['input_ids', 'past_key_values.0'] }) },
    /it has the unsupported input past_key_values\.0/,
  ],
  [
    'that classifies',
    { 'onnx/model.onnx': onnxFile({ rows, output: 'logits' }) },
    /its outputs are logits, not last_hidden_state/,
  ],
  [
    'with too few tokens',
    { 'onnx/model.onnx': onnxFile({ rows: rows.slice(0, 5) }) },
    /it does not embed a text .*out of data bounds/,
  ],
  [
    'with vectors of another length',
    { 'config.json': '{"hidden_size":384}' },
    /vectors have 8 numbers, but its config\.json says 384/,
  ],
  [
    'with nonsense for weights',
    { 'onnx/model.onnx': onnxFile({ rows: rows.map((row) => row.map(() => NaN)) }) },
    /not numbers, so it is damaged/,
  ],
]

/** The refusal of a folder, with the reason and the remedy as sentences. */
async function refusalOf(modelPath: string): Promise<string> {
  const failure: unknown = await loadTiny({ modelPath }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Refusal)
  const { reason, remedy } = explain(failure)
  return `${reason}. ${remedy}.`
}

describe('a model folder', () => {
  it.each(faults)('%s is rejected, with a one-line reason', async (_, files, reason) => {
    const refusal = await refusalOf(writeTinyModel(files))
    expect(refusal).toMatch(reason)
    expect(refusal).toMatch(/^[^\n]+[^.]\.$/)
  })

  it('with a huge config.json is rejected unread', async () => {
    const folder = writeTinyModel({})
    truncateSync(join(folder, 'config.json'), 257_000_000)
    expect(await refusalOf(folder)).toContain('its config.json is larger than 256 MB')
  })

  it('that is missing, or a file, is rejected', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'model.onnx'), '')
    expect(await refusalOf(join(folder, 'none'))).toContain('there is no such folder')
    expect(await refusalOf(join(folder, 'model.onnx'))).toContain('it is not a folder')
  })

  it('with a folder in place of a file is rejected', async () => {
    const modelPath = writeTinyModel({ 'config.json': undefined })
    mkdirSync(join(modelPath, 'config.json'))
    expect(await refusalOf(modelPath)).toContain('it has no config.json')
  })
})

const factsOf = (config: object, tokenizerConfig: object = {}) => readFacts({ config, tokenizerConfig })

describe('readFacts', () => {
  it('returns the smaller limit of the two files', () => {
    const config = { hidden_size: 384, max_position_embeddings: 512 }
    expect(factsOf(config, { model_max_length: 256 })).toEqual({ dimensions: 384, maxTokens: 256 })
    expect(factsOf(config, { model_max_length: 1024 })).toEqual({ dimensions: 384, maxTokens: 512 })
    expect(factsOf(config)).toEqual({ dimensions: 384, maxTokens: 512 })
  })

  it('excludes the positions that RoBERTa-like models never use', () => {
    const config = { model_type: 'xlm-roberta', pad_token_id: 1, max_position_embeddings: 514 }
    expect(factsOf(config).maxTokens).toBe(512)
    expect(factsOf({ model_type: 'mpnet', max_position_embeddings: 514 }).maxTokens).toBe(512)
  })

  it.each([
    [{}, {}],
    [{ max_position_embeddings: 'many', hidden_size: 0 }, { model_max_length: 1e30 }],
    [{ max_position_embeddings: -1, hidden_size: 1.5 }, { model_max_length: null }],
  ])('returns BERT’s limit if the files %o %o have none', (config, tokenizerConfig) => {
    expect(factsOf(config, tokenizerConfig)).toEqual({ dimensions: undefined, maxTokens: 512 })
  })
})
