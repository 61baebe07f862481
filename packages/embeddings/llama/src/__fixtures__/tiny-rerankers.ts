import { type Decoder, drawDecoder, drawEncoder, type Encoder, unigrams, type Weights } from '@recallite/test-kit/tiny-rerankers'
import { encodeModel } from './gguf-file.js'

/** The template of Qwen3-Reranker, as llama.cpp's converter writes it. */
export const template = [
  '<|im_start|>system\nJudge whether the Document meets the requirements based on the Query and the Instruct provided.',
  ' Note that the answer can only be "yes" or "no".<|im_end|>\n<|im_start|>user\n',
  '<Instruct>: Given a web search query, retrieve relevant passages that answer the query\n',
  '<Query>: {query}\n<Document>: {document}<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n',
].join('')

/** Bytes as in GPT-2's tokenizer: printable ASCII characters represent themselves. */
const asPieces = (text: string) => text.replaceAll(' ', 'Ġ').replaceAll('\n', 'Ċ')

const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
const merges = [' t', ' c', '?\n', '\n\n', '>:', ' w', ' .'].map((pair) => [...asPieces(pair)].join(' '))
const specials = ['<|endoftext|>', '<|im_start|>', '<|im_end|>', '<think>', '</think>']

/** The tokens of the tiny Qwen3 by id: bytes, pairs and special tokens. */
export const bytePairs = [...asPieces(' \n'), ...printable, ...merges.map((pair) => pair.replace(' ', '')), ...specials]
/** A Qwen3-Reranker as llama.cpp's converter makes it, with two layers. */
export function tinyQwen3(seed = 1): { decoder: Decoder; file: Buffer } {
  const decoder = drawDecoder(bytePairs.length, seed)
  const file = encodeModel({
    'general.architecture': 'qwen3',
    'general.name': 'tiny qwen3 reranker',
    'qwen3.block_count': decoder.layers,
    'qwen3.context_length': 512,
    'qwen3.embedding_length': decoder.width,
    'qwen3.feed_forward_length': decoder.inner,
    'qwen3.attention.head_count': decoder.heads,
    'qwen3.attention.head_count_kv': decoder.sharedHeads,
    'qwen3.attention.key_length': decoder.headWidth,
    'qwen3.attention.value_length': decoder.headWidth,
    'qwen3.attention.layer_norm_rms_epsilon': 1e-6,
    'qwen3.rope.freq_base': decoder.rotaryBase + 0.001,
    'qwen3.pooling_type': 4,
    'qwen3.classifier.output_labels': ['yes', 'no'],
    'tokenizer.ggml.model': 'gpt2',
    'tokenizer.ggml.pre': 'qwen2',
    'tokenizer.ggml.tokens': bytePairs,
    'tokenizer.ggml.token_type': bytePairs.map((token) => (specials.includes(token) ? 3 : 1)),
    'tokenizer.ggml.merges': merges,
    'tokenizer.ggml.bos_token_id': bytePairs.indexOf('<|endoftext|>'),
    'tokenizer.ggml.eos_token_id': bytePairs.indexOf('<|im_end|>'),
    'tokenizer.ggml.padding_token_id': bytePairs.indexOf('<|endoftext|>'),
    'tokenizer.ggml.add_bos_token': false,
    'tokenizer.chat_template.rerank': template,
  }, rowsFirst(decoder.weights))
  return { decoder, file }
}

/** An XLM-RoBERTa with the head of bge-reranker-v2-m3, with two layers. */
export function tinyXlmRoberta(seed = 1): { encoder: Encoder; file: Buffer } {
  const encoder = drawEncoder(unigrams.length, { seed, hasTypes: false })
  const kinds = [3, 3, 3, 2]
  const file = encodeModel({
    'general.architecture': 'bert',
    'general.name': 'tiny xlm-roberta reranker',
    'bert.attention.causal': false,
    'bert.attention.head_count': encoder.heads,
    'bert.attention.layer_norm_epsilon': encoder.epsilon,
    'bert.block_count': encoder.layers,
    'bert.context_length': encoder.places,
    'bert.embedding_length': encoder.width,
    'bert.feed_forward_length': 2 * encoder.width,
    'bert.classifier.output_labels': ['LABEL_0'],
    'tokenizer.ggml.model': 't5',
    'tokenizer.ggml.pre': 'default',
    'tokenizer.ggml.tokens': unigrams.map(([piece]) => piece),
    'tokenizer.ggml.scores': unigrams.map(([, score]) => score - 1e-3),
    'tokenizer.ggml.token_type': unigrams.map((_, id) => kinds[id] ?? 1),
    'tokenizer.ggml.token_type_count': 1,
    'tokenizer.ggml.add_space_prefix': true,
    'tokenizer.ggml.remove_extra_whitespaces': true,
    'tokenizer.ggml.bos_token_id': 0,
    'tokenizer.ggml.eos_token_id': 2,
    'tokenizer.ggml.unknown_token_id': 3,
    'tokenizer.ggml.seperator_token_id': 2,
    'tokenizer.ggml.padding_token_id': 1,
    'tokenizer.ggml.add_bos_token': true,
    'tokenizer.ggml.add_eos_token': true,
  }, rowsFirst(encoder.weights))
  return { encoder, file }
}

/** GGUF has the length of a row first. */
const rowsFirst = (weights: Weights) =>
  Object.fromEntries(Object.entries(weights).map(([name, { shape, values }]) => [name, { shape: shape.toReversed(), values }]))
