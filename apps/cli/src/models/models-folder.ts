import { existsSync, readdirSync, statSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isModelFolder, defaultModel, catalogModelAt } from '@recallite/settings'
import { ModelError } from './model-source.js'

/** A model in the models folder. */
export type ListedModel = NonNullable<ReturnType<typeof listed>>

/** The models in the models folder, ordered by file name; empty without a folder. `isDefault`: used if no model is named. */
export function listModels(folder: string): ListedModel[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.toSorted().flatMap((name) => listed(folder, name) ?? [])
}

function listed(folder: string, entry: string) {
  const path = join(folder, entry)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  // A folder that is being downloaded is not a model yet.
  const isModel = isFile ? path.endsWith('.gguf') : !path.endsWith('.part') && isModelFolder(path)
  if (!isModel) return undefined
  const name = catalogModelAt(entry)?.name ?? entry.replace(/\.gguf$/, '')
  return { name, entry, path, bytes: bytesUnder(path), isDefault: entry === defaultModel.entry }
}

/** The size of a file, or of all files in a folder, in bytes. */
export function bytesUnder(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.size ?? 0
  return readdirSync(path).reduce((sum, name) => sum + bytesUnder(join(path, name)), 0)
}

/**
 * Deletes a model from the models folder; `freed` is in bytes.
 * @throws ModelError `MODEL_NOT_FOUND`
 */
export function removeModel(name: string, folder: string): { name: string; freed: number } {
  const models = listModels(folder)
  const model = models.find(({ entry, ...each }) =>
    [each.name, entry, entry.replace(/\.gguf$/, '')].includes(name),
  )
  if (!model) {
    const names = models.map((each) => each.name).join(', ')
    const message = `There is no model ${name} in ${folder}. ${names ? `It contains: ${names}.` : 'It is empty.'}`
    throw new ModelError('MODEL_NOT_FOUND', message)
  }
  rmSync(model.path, { recursive: true })
  return { name: model.name, freed: model.bytes }
}
