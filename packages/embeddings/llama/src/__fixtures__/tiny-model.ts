import { encodeModel } from './gguf-file.js'

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789.,?!-:']

/** The special tokens, then each letter at the start of a word, as GGUF marks it, and within a word. */
const frame = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']
const tokens = [...frame, ...letters.map((letter) => `▁${letter}`), ...letters]

/** The length of the vectors: eight floats are 32 bytes, the alignment of tensors in a GGUF file. */
const width = 8
const maxTokens = 64

const metadata = {
  'general.architecture': 'bert',
  'general.name': 'tiny',
  'bert.attention.causal': false,
  'bert.attention.head_count': 1,
  'bert.attention.layer_norm_epsilon': 1e-5,
  'bert.block_count': 1,
  'bert.context_length': maxTokens,
  'bert.embedding_length': width,
  'bert.feed_forward_length': width,
  'bert.pooling_type': 1,
  'tokenizer.ggml.model': 'bert',
  'tokenizer.ggml.pre': 'bert-bge',
  'tokenizer.ggml.tokens': tokens,
  'tokenizer.ggml.token_type_count': 2,
  'tokenizer.ggml.padding_token_id': 0,
  'tokenizer.ggml.unknown_token_id': 1,
  'tokenizer.ggml.cls_token_id': 2,
  'tokenizer.ggml.seperator_token_id': 3,
  'tokenizer.ggml.mask_token_id': 4,
}

const square = [width, width]
const norms = ['token_embd_norm', 'blk.0.attn_output_norm', 'blk.0.layer_output_norm']
const layers = ['attn_q', 'attn_k', 'attn_v', 'attn_output', 'ffn_up', 'ffn_down'].map((name) => `blk.0.${name}`)

const shapes: Readonly<Record<string, readonly number[]>> = {
  'token_embd.weight': [width, tokens.length],
  'position_embd.weight': [width, maxTokens],
  'token_types.weight': [width, 2],
  ...Object.fromEntries(norms.map((name) => [`${name}.weight`, [width]])),
  ...Object.fromEntries(layers.map((name) => [`${name}.weight`, square])),
  ...Object.fromEntries([...norms, ...layers].map((name) => [`${name}.bias`, [width]])),
}

/**
 * A GGUF file of 10 kB that llama.cpp loads: a BERT with one layer and a vocabulary of letters, with pseudo-random weights
 * that are the same on every machine. Its vectors differ if texts do, without a meaning.
 */
export function tinyModel(): Buffer {
  let drawn = 0
  const values = (length: number) => Float32Array.from({ length }, () => Math.sin((drawn++) * 7.3))
  const tensors = Object.entries(shapes).map(([name, shape]) => [name, { shape, values: values(shape.reduce((a, b) => a * b, 1)) }])
  return encodeModel(metadata, Object.fromEntries(tensors))
}
