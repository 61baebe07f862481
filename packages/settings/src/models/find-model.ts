import { readdirSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { orUndefined } from '@recallite/command-line'
import { knownModelNamed } from './known-models.js'

/** Whether a folder is that of an ONNX model: a `.onnx` file is in it, or in its folder `onnx`. */
export function isModelFolder(path: string): boolean {
  return [path, join(path, 'onnx')].some(
    (folder) => statsOf(folder)?.isDirectory() && readdirSync(folder).some((name) => name.endsWith('.onnx')),
  )
}

/** A path that cannot be examined, as it is too long or its folder is closed, is no model. */
function statsOf(path: string) {
  return orUndefined(() => statSync(path, { throwIfNoEntry: false }))
}

/**
 * The path of a model: an entry of the models folder by its name, with or without `.gguf`; or an absolute path, of a GGUF
 * file or the folder of an ONNX model. Undefined if there is none; a part of a model is none. The working folder may belong
 * to another person, and native code would load its files: a relative path is looked for there only if the user typed it
 * (`isTyped`), and not a name without `.gguf`, which could be that of any file.
 * @param folder the models folder
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

function pathsOf(name: string, folder: string): string[] {
  return [knownModelNamed(name)?.entry ?? name, name, `${name}.gguf`].map((entry) => join(folder, entry))
}

function isModel(path: string): boolean {
  return !path.endsWith('.part') && (statsOf(path)?.isFile() === true || isModelFolder(path))
}
