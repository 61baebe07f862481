import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const packages = fileURLToPath(new URL('../../../packages/embeddings/', import.meta.url))

/**
 * Imports a library as a provider resolves it.
 * @param {'llama' | 'onnx'} provider
 * @param {string} library
 */
export async function importOf(provider, library) {
  const file = createRequire(`${packages}${provider}/package.json`).resolve(library)
  const module = await import(pathToFileURL(file).href)
  // A CommonJS module is the default export.
  return module.default ?? module
}

/**
 * Imports a built provider.
 * @param {'llama' | 'onnx'} provider
 */
export function importProvider(provider) {
  return import(pathToFileURL(`${packages}${provider}/dist/index.js`).href)
}
