import { drawEncoder } from './models.js'
import { encodeOnnx } from './onnx-graph.js'
import { bertTokenizer, unigrams, wordPieces, xlmRobertaTokenizer } from './tokenizers.js'

export { drawDecoder, drawEncoder, type Decoder, type Encoder, type Weights } from './models.js'
export { describeTensor } from './onnx-graph.js'
export { decoderLogits, encoderLogits } from './reference.js'
export { bertTokenizer, unigrams, wordPieces, xlmRobertaTokenizer } from './tokenizers.js'

/** The architectures of rerankers in ONNX folders. */
export type EncoderKind = 'bert' | 'xlm-roberta'

/** A reranker of an architecture, and the files of its folder. */
export function tinyReranker(kind: EncoderKind, { seed = 1, labels = 1 }: { seed?: number; labels?: number } = {}) {
  const isBert = kind === 'bert'
  const encoder = drawEncoder(isBert ? wordPieces.length : unigrams.length, { seed, labels, hasTypes: isBert })
  const skipped = isBert ? 0 : 2
  const config = {
    model_type: kind,
    hidden_size: encoder.width,
    pad_token_id: isBert ? 0 : 1,
    max_position_embeddings: encoder.places + skipped,
  }
  const files: Readonly<Record<string, string | Buffer>> = {
    'config.json': JSON.stringify(config),
    'tokenizer.json': JSON.stringify(isBert ? bertTokenizer : xlmRobertaTokenizer),
    'tokenizer_config.json': '{}',
    'onnx/model_quantized.onnx': encodeOnnx(encoder, { skipped }),
  }
  return { encoder, files }
}
