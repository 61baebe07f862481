import { readdirSync, statSync, type Stats } from 'node:fs'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { knownModelNamed } from './known-models.js'

/** Whether a folder is one of an ONNX model: the network is in it, or in its folder `onnx`. */
export function isModelFolder(path: string): boolean {
  return holdsNetwork(path) || holdsNetwork(join(path, 'onnx'))
}

function holdsNetwork(folder: string): boolean {
  return isFolder(folder) && readdirSync(folder).some((name) => name.endsWith('.onnx'))
}

function isFolder(path: string): boolean {
  return look(path)?.isDirectory() ?? false
}

/** What cannot be examined, as its name is too long or its folder is closed, is no model. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * Where the model is that somebody names: what is in the models folder under that name, with or without `.gguf`; or what
 * an absolute path leads to, a GGUF file or the folder of an ONNX model. Undefined where there is none: half a model is
 * none. The working folder may be anybody's, and its files are loaded by native code: there only what stands on the command
 * line is looked for, and of that no name without `.gguf`, which should not find some file there that is called alike.
 * @param folder the models folder
 */
export function findModel(
  name: string,
  folder: string,
  { isTyped }: { readonly isTyped?: boolean } = {},
): string | undefined {
  if (name === '') return undefined
  const isName = basename(name) === name && !name.startsWith('.')
  const found = isName ? findInFolder(name, folder) : undefined
  if (found !== undefined || (isName && !name.endsWith('.gguf'))) return found
  return isTyped || isAbsolute(name) ? modelAt(resolve(name)) : undefined
}

function findInFolder(name: string, folder: string): string | undefined {
  const places = [knownModelNamed(name)?.place, name, `${name}.gguf`]
  const candidates = places.filter((place) => place !== undefined)
  return candidates.map((place) => join(folder, place)).find(isModel)
}

function isModel(path: string): boolean {
  if (path.endsWith('.part')) return false
  return look(path)?.isFile() === true || isModelFolder(path)
}

function modelAt(path: string): string | undefined {
  return isModel(path) ? path : undefined
}
