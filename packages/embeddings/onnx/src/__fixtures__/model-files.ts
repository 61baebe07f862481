import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bertTokenizer, wordPieces } from '@recallite/test-kit/tiny-rerankers'
import { onnxFile } from './onnx-file.js'

/** The tokens by id: each character at the start of a word and within one, and some words. */
export const vocabulary = wordPieces

const width = 8

/** The vector of each token: pseudo-random numbers, the same on every machine. */
export const rows = vocabulary.map((_, token) =>
  Array.from({ length: width }, (_none, dimension) => ((token * 7919 + dimension * 104_729 + token * dimension * 31) % 199) / 100 - 1),
)

/** Contents by path in the folder; undefined for a missing file. */
export type FolderFiles = Readonly<Record<string, string | Buffer | undefined>>

/** Writes a model with a vocabulary of letters to a folder, with other files if given. */
export function writeModelFiles(folder: string, files: FolderFiles = {}): void {
  const all: FolderFiles = {
    'config.json': JSON.stringify({ model_type: 'bert', hidden_size: width, max_position_embeddings: 64 }),
    'tokenizer.json': JSON.stringify(bertTokenizer),
    'onnx/model.onnx': onnxFile({ rows }),
    ...files,
  }
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (content !== undefined) writeFileSync(join(folder, path), content)
  }
}
