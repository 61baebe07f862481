import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onnxFile } from './onnx-file.js'

const characters = [...'abcdefghijklmnopqrstuvwxyz0123456789.,?!-:']

/** The frame, then each character as the beginning of a word and within one. */
export const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...characters, ...characters.map((character) => `##${character}`)]

const width = 8

/** The vector of each token: numbers without a pattern, the same on every machine. */
export const rows = vocabulary.map((_, token) =>
  Array.from({ length: width }, (_none, dimension) => ((token * 7919 + dimension * 104_729 + token * dimension * 31) % 199) / 100 - 1),
)

const tokenizer = {
  version: '1.0',
  added_tokens: ['[PAD]', '[UNK]', '[CLS]', '[SEP]'].map((content, id) => ({
    id,
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  })),
  normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
  },
}

/** Contents by path in the folder; undefined for a file that is not there. */
export type FolderFiles = Readonly<Record<string, string | Buffer | undefined>>

/** Writes a model that knows letters alone to a folder, with other files where they are given. */
export function writeModelFiles(folder: string, files: FolderFiles = {}): void {
  const all: FolderFiles = {
    'config.json': JSON.stringify({ model_type: 'bert', hidden_size: width, max_position_embeddings: 64 }),
    'tokenizer.json': JSON.stringify(tokenizer),
    'onnx/model.onnx': onnxFile({ rows }),
    ...files,
  }
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (content !== undefined) writeFileSync(join(folder, path), content)
  }
}
