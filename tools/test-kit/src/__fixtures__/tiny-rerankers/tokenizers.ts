const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789.,?!-:']

/** The tokens of a small WordPiece vocabulary, by id. */
export const wordPieces = '[PAD] [UNK] [CLS] [SEP] [MASK]'
  .split(' ')
  .concat(letters, letters.map((letter) => `##${letter}`), 'where the cat sleep ##ing key drawer is in'.split(' '))

/** The pieces of a small Unigram vocabulary with their scores, by id. */
export const unigrams: readonly (readonly [piece: string, score: number])[] = [
  ...'<s> <pad> </s> <unk>'.split(' ').map((piece) => [piece, 0] as const),
  ...['▁', ...letters].map((piece, rank) => [piece, -8.5 - rank / 64] as const),
  ...'▁where ▁the ▁cat ▁sleep ing leeps ▁key ▁drawer ▁is ▁in'.split(' ').map((piece, rank) => [piece, -3.5 - rank / 64] as const),
]

const plain = { single_word: false, lstrip: false, rstrip: false, normalized: false }
const specials = (pieces: readonly string[]) => pieces.map((content, id) => ({ id, content, special: true, ...plain }))

/** Parses a template such as `[CLS]:0 A:0 [SEP]:0`. */
const template = (text: string) =>
  text.split(' ').map((part) => {
    const [id = '', type_id] = [part.slice(0, -2), Number(part.at(-1))]
    return id === 'A' || id === 'B' ? { Sequence: { id, type_id } } : { SpecialToken: { id, type_id } }
  })

const frame = (single: string, pair: string, ids: Readonly<Record<string, number>>) => ({
  type: 'TemplateProcessing',
  single: template(single),
  pair: template(pair),
  special_tokens: Object.fromEntries(Object.entries(ids).map(([id, number]) => [id, { id, ids: [number], tokens: [id] }])),
})

/** `tokenizer.json` of BERT, as in MiniLM of MS MARCO. */
export const bertTokenizer = {
  version: '1.0',
  added_tokens: specials(wordPieces.slice(0, 5)),
  normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: frame('[CLS]:0 A:0 [SEP]:0', '[CLS]:0 A:0 [SEP]:0 B:1 [SEP]:1', { '[CLS]': 2, '[SEP]': 3 }),
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(wordPieces.map((piece, id) => [piece, id])),
  },
}

const metaspace = { type: 'Metaspace', replacement: '▁', add_prefix_space: true }

/** `tokenizer.json` of XLM-RoBERTa, as in bge-reranker-base, without the table of its normaliser, which the library ignores. */
export const xlmRobertaTokenizer = {
  version: '1.0',
  added_tokens: specials(unigrams.slice(0, 4).map(([piece]) => piece)),
  normalizer: { type: 'Precompiled', precompiled_charsmap: '' },
  pre_tokenizer: { type: 'Sequence', pretokenizers: [{ type: 'WhitespaceSplit' }, metaspace] },
  post_processor: frame('<s>:0 A:0 </s>:0', '<s>:0 A:0 </s>:0 </s>:0 B:0 </s>:0', { '<s>': 0, '</s>': 2 }),
  decoder: metaspace,
  model: { type: 'Unigram', unk_id: 3, vocab: unigrams },
}
