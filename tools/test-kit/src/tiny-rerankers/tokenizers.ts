const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789.,?!-:']

/** The tokens of a small WordPiece vocabulary, by number. */
export const wordPieces = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  '[MASK]',
  ...letters,
  ...letters.map((letter) => `##${letter}`),
  'where',
  'the',
  'cat',
  'sleep',
  '##ing',
  'key',
  'drawer',
  'is',
  'in',
]

/** The pieces of a small Unigram vocabulary with their scores, by number. */
export const unigrams: readonly (readonly [piece: string, score: number])[] = [
  ...(['<s>', '<pad>', '</s>', '<unk>'] as const).map((piece) => [piece, 0] as const),
  ...['▁', ...letters].map((piece, rank) => [piece, -8.5 - rank / 64] as const),
  ...['▁where', '▁the', '▁cat', '▁sleep', 'ing', 'leeps', '▁key', '▁drawer', '▁is', '▁in'].map(
    (piece, rank) => [piece, -3.5 - rank / 64] as const,
  ),
]

const special = (content: string, id: number) => ({
  id,
  content,
  special: true,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
})

const template = (parts: readonly (readonly [id: string, type: number])[]) =>
  parts.map(([id, type_id]) =>
    /^[AB]$/.test(id) ? { Sequence: { id, type_id } } : { SpecialToken: { id, type_id } },
  )

const specialTokens = (ids: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(ids).map(([id, number]) => [id, { id, ids: [number], tokens: [id] }]))

/** `tokenizer.json` of BERT, as in MiniLM of MS MARCO. */
export const bertTokenizer = {
  version: '1.0',
  added_tokens: wordPieces.slice(0, 5).map(special),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: template([
      ['[CLS]', 0],
      ['A', 0],
      ['[SEP]', 0],
    ]),
    pair: template([
      ['[CLS]', 0],
      ['A', 0],
      ['[SEP]', 0],
      ['B', 1],
      ['[SEP]', 1],
    ]),
    special_tokens: specialTokens({ '[CLS]': 2, '[SEP]': 3 }),
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(wordPieces.map((piece, id) => [piece, id])),
  },
}

/** `tokenizer.json` of XLM-RoBERTa, as in bge-reranker-base; without the table of its normaliser, which the library does not read. */
export const xlmRobertaTokenizer = {
  version: '1.0',
  added_tokens: unigrams.slice(0, 4).map(([piece], id) => special(piece, id)),
  normalizer: { type: 'Precompiled', precompiled_charsmap: '' },
  pre_tokenizer: {
    type: 'Sequence',
    pretokenizers: [
      { type: 'WhitespaceSplit' },
      { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
    ],
  },
  post_processor: {
    type: 'TemplateProcessing',
    single: template([
      ['<s>', 0],
      ['A', 0],
      ['</s>', 0],
    ]),
    pair: template([
      ['<s>', 0],
      ['A', 0],
      ['</s>', 0],
      ['</s>', 0],
      ['B', 0],
      ['</s>', 0],
    ]),
    special_tokens: specialTokens({ '<s>': 0, '</s>': 2 }),
  },
  decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
  model: { type: 'Unigram', unk_id: 3, vocab: unigrams },
}
