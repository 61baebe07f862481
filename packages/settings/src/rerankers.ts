import type { CatalogModel } from './models.js'

/** A reranker that can be downloaded by name; the server announces size and checksum of its files. */
export interface CatalogReranker extends Omit<CatalogModel, 'dimensions' | 'files' | 'languages'> {
  readonly files: readonly { readonly path: string }[]
}

/** An ONNX model folder with 8-bit weights. */
function onnxFolder(reranker: Omit<CatalogReranker, 'entry' | 'files'>): CatalogReranker {
  const paths = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model_quantized.onnx']
  return { ...reranker, entry: reranker.name, files: paths.map((path) => ({ path })) }
}

function ggufFile({
  path,
  ...reranker
}: Omit<CatalogReranker, 'entry' | 'files'> & { readonly path: string }) {
  return { ...reranker, entry: `${reranker.name}.gguf`, files: [{ path }] }
}

/** The default: the smallest one. */
export const defaultReranker = onnxFolder({
  name: 'ms-marco-MiniLM-L-6-v2',
  repository: 'Xenova/ms-marco-MiniLM-L-6-v2',
  revision: 'fec3517fe1016cfeee39338ef98ba76fc449dbcc',
})

/** All rerankers that can be downloaded by name, the default first. */
export const rerankerCatalog: readonly CatalogReranker[] = [
  defaultReranker,
  onnxFolder({
    name: 'jina-reranker-v1-turbo-en',
    repository: 'jinaai/jina-reranker-v1-turbo-en',
    revision: '5ee87fc5b391be5f22dfe3b63503e8b81fdcd12c',
  }),
  onnxFolder({
    name: 'bge-reranker-base',
    repository: 'Xenova/bge-reranker-base',
    revision: 'b4ea4663edc07ce975fadca89e44383333d7269f',
  }),
  ggufFile({
    name: 'bge-reranker-v2-m3',
    repository: 'gpustack/bge-reranker-v2-m3-GGUF',
    revision: '3093af03b1a635e67b084b1d8c03c5f5e020fd05',
    path: 'bge-reranker-v2-m3-Q8_0.gguf',
  }),
  ggufFile({
    name: 'Qwen3-Reranker-0.6B',
    repository: 'ggml-org/Qwen3-Reranker-0.6B-Q8_0-GGUF',
    revision: 'main',
    path: 'qwen3-reranker-0.6b-q8_0.gguf',
  }),
]
