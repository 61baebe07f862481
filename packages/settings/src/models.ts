import { readdirSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { orUndefined } from '@recallite/command-line'

/** A model that can be downloaded by name. */
export interface CatalogModel {
  readonly name: string
  /** The file or folder name in the models folder. */
  readonly entry: string
  /** `owner/name` on Hugging Face. */
  readonly repository: string
  /** A commit, so that the files never change. */
  readonly revision: string
  /** The length of its vectors. */
  readonly dimensions: number
  /** For display: `English`, or the number of languages. */
  readonly languages: string
  /** One GGUF file, or the files of an ONNX model folder. */
  readonly files: ReturnType<typeof filesOf>
}

/** Parses lines of checksum (SHA-256, hexadecimal), bytes and path in the repository. */
function filesOf(lines: string) {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [sha256 = '', bytes, path = ''] = line.trim().split(' ')
      return { path, bytes: Number(bytes), sha256 }
    })
}

export const defaultModel: CatalogModel = {
  name: 'e5-small-v2',
  dimensions: 384,
  languages: 'English',
  entry: 'e5-small-v2',
  repository: 'Xenova/e5-small-v2',
  revision: '02af79985278377e65c724a76275707cb0333c70',
  files: filesOf(`
    a45cbfdbc729148119afa0284a366fcaea47522a260790a02cd8aafba9fd5896 598 config.json
    9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3 366 tokenizer_config.json
    d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66 711396 tokenizer.json
    7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded 34014367 onnx/model_quantized.onnx
  `),
}

/** All models that can be downloaded by name, the default first. */
export const modelCatalog: readonly CatalogModel[] = [
  defaultModel,
  {
    name: 'embeddinggemma-300M-Q8_0',
    dimensions: 768,
    languages: 'over 100 languages',
    entry: 'embeddinggemma-300M-Q8_0.gguf',
    repository: 'ggml-org/embeddinggemma-300M-GGUF',
    revision: '0f741b5a6585bd53aeb15cd1372c56f2a0f65e12',
    files: filesOf(
      'b5ce9d77a3fc4b3b39ccb5643c36777911cc4eb46a66962eadfa3f5f60490d63 333590944 embeddinggemma-300M-Q8_0.gguf',
    ),
  },
  {
    name: 'all-MiniLM-L6-v2',
    dimensions: 384,
    languages: 'English',
    entry: 'all-MiniLM-L6-v2',
    repository: 'Xenova/all-MiniLM-L6-v2',
    revision: '751bff37182d3f1213fa05d7196b954e230abad9',
    files: filesOf(`
      7135149f7cffa1a573466c6e4d8423ed73b62fd2332c575bf738a0d033f70df7 650 config.json
      9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3 366 tokenizer_config.json
      da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0 711661 tokenizer.json
      afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1 22972370 onnx/model_quantized.onnx
    `),
  },
  {
    name: 'all-MiniLM-L6-v2.q8_0',
    dimensions: 384,
    languages: 'English',
    entry: 'all-MiniLM-L6-v2.q8_0.gguf',
    repository: 'second-state/All-MiniLM-L6-v2-Embedding-GGUF',
    revision: '544f204f2eaa2d71361ffc74d6df7170285b286a',
    files: filesOf(
      '263215c3cadd6e16740741a7624ab4cbb6c8e777688bd5331ecfbf5681c2f8ed 25008064 all-MiniLM-L6-v2-Q8_0.gguf',
    ),
  },
  {
    name: 'nomic-embed-text-v1.5',
    dimensions: 768,
    languages: 'English',
    entry: 'nomic-embed-text-v1.5.q8_0.gguf',
    repository: 'nomic-ai/nomic-embed-text-v1.5-GGUF',
    revision: '0188c9bf409793f810680a5a431e7b899c46104c',
    files: filesOf(
      '3e24342164b3d94991ba9692fdc0dd08e3fd7362e0aacc396a9a5c54a544c3b7 146146432 nomic-embed-text-v1.5.Q8_0.gguf',
    ),
  },
  {
    name: 'multilingual-e5-small',
    dimensions: 384,
    languages: 'about 100 languages',
    entry: 'multilingual-e5-small.q8_0.gguf',
    repository: 'TwinSunsLLC/multilingual-e5-small-gguf',
    revision: 'b6cac9615d4ecce28d7f22539b7322d695fc2886',
    files: filesOf(
      'e011debc1208e31bf7b6aebee2d9fc8bd2ca11694a77ed66ac9d0c9d0a877c93 132439008 multilingual-e5-small-q8_0.gguf',
    ),
  },
  {
    name: 'bge-small-en-v1.5',
    dimensions: 384,
    languages: 'English',
    entry: 'bge-small-en-v1.5',
    repository: 'Xenova/bge-small-en-v1.5',
    revision: 'ea104dacec62c0de699686887e3f920caeb4f3e3',
    files: filesOf(`
      fa73f90bf92c8cace1fbcb709626306f2bdbc9ea3e5b5f94b440df9b6aa56350 683 config.json
      b6d346be366a7d1d48332dbc9fdf3bf8960b5d879522b7799ddba59e76237ee3 125 special_tokens_map.json
      9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3 366 tokenizer_config.json
      d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66 711396 tokenizer.json
      6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4 34014426 onnx/model_quantized.onnx
    `),
  },
]

/** Finds a model by name, ignoring case. */
export function catalogModelNamed(name: string): CatalogModel | undefined {
  const lowerName = name.toLowerCase()
  return modelCatalog.find((model) => model.name.toLowerCase() === lowerName)
}

/** Finds the model of a file or folder in the models folder. */
export function catalogModelAt(entry: string): CatalogModel | undefined {
  return modelCatalog.find((model) => model.entry === entry)
}

/** The total size of the files. */
export function bytesOf({ files }: Pick<CatalogModel, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Whether a folder or its subfolder `onnx` contains a `.onnx` file. */
export function isModelFolder(path: string): boolean {
  return [path, join(path, 'onnx')].some(
    (folder) => statsOf(folder)?.isDirectory() && readdirSync(folder).some((name) => name.endsWith('.onnx')),
  )
}

/** Whether a model is an ONNX model: by its path, or else by its name in the catalog. */
export function isOnnx(name: string, path: string | undefined): boolean {
  return path === undefined ? (catalogModelNamed(name)?.files.length ?? 0) > 1 : isModelFolder(path)
}

/** Undefined also for paths that are too long or not accessible. */
function statsOf(path: string) {
  return orUndefined(() => statSync(path, { throwIfNoEntry: false }))
}

/**
 * Finds the path of a complete model: an entry of the models folder by name, with or without `.gguf`, or an absolute path.
 * A relative path is used only if the user typed it (`isTyped`), since the working folder may come from another person and
 * native code would load its files; a bare name must then end with `.gguf`.
 */
export function findModel(
  name: string,
  folder: string,
  { isTyped = false }: { readonly isTyped?: boolean } = {},
): string | undefined {
  if (name === '') return undefined
  const isName = basename(name) === name && !name.startsWith('.')
  const mayBePath = (!isName || name.endsWith('.gguf')) && (isTyped || isAbsolute(name))
  return [...(isName ? pathsOf(name, folder) : []), ...(mayBePath ? [resolve(name)] : [])].find(isModel)
}

/** The models of the catalog in the models folder, the default first: a GGUF file is of `local`, a folder of `onnx`. */
export function catalogModelsIn(folder: string) {
  const paths = modelCatalog.flatMap(({ name }) => pathsOf(name, folder)).filter(isModel)
  return paths.map((model) => ({ provider: isModelFolder(model) ? 'onnx' : 'local', model }) as const)
}

function pathsOf(name: string, folder: string): string[] {
  const { entry = name, files = [] } = catalogModelNamed(name) ?? {}
  // A file that was downloaded without this program has the name that it has in the repository.
  const downloads = files.length === 1 ? files.map(({ path }) => path) : []
  return [entry, ...downloads, name, `${name}.gguf`].map((each) => join(folder, each))
}

function isModel(path: string): boolean {
  return !path.endsWith('.part') && (statsOf(path)?.isFile() === true || isModelFolder(path))
}
