import { existsSync, readdirSync, statSync, rmSync } from 'node:fs'
import { join, basename, dirname, resolve } from 'node:path'
import { withLock } from '@recallite/command-line/with-lock'
import {
  isModelFolder,
  bytesOf,
  defaultModel,
  knownModelAt,
  type KnownModel,
  knownModels,
} from '@recallite/settings'
import { readRecord, removeRecord } from './part-file.js'
import { ModelError, failureOfFolder } from './errors.js'
import { pullWait } from './pull-model.js'

/** A model in the models folder, whole or in part. */
export interface ListedModel {
  readonly name: string
  /** Name of its file or folder in the models folder, once it is whole. */
  readonly entry: string
  /** Of the model, or of its part. */
  readonly path: string
  /** On the disk. */
  readonly bytes: number
  /** Of the whole model; null if unknown. */
  readonly totalBytes: number | null
  readonly isComplete: boolean
  /** Whether it is used if no model is named. */
  readonly isDefault: boolean
}

/** The models in the models folder, ordered by file name; none if there is no folder. */
export function listModels(folder: string): ListedModel[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.toSorted().flatMap((name) => listed(folder, name) ?? [])
}

/** The models that can be pulled by name and are not among those that are here, the default first. */
export function missingModels(here: readonly Pick<ListedModel, 'entry'>[]): KnownModel[] {
  return knownModels.filter(({ entry }) => !here.some((model) => model.entry === entry))
}

const partEnding = '.part'

function listed(folder: string, fileName: string): ListedModel | undefined {
  const path = join(folder, fileName)
  const isComplete = !fileName.endsWith(partEnding)
  const entry = isComplete ? fileName : fileName.slice(0, -partEnding.length)
  const known = knownModelAt(entry)
  if (!isModel(path, entry)) return undefined
  const bytes = bytesUnder(path)
  const knownBytes = known ? bytesOf(known) : null
  return {
    name: known?.name ?? entry.replace(/\.gguf$/, ''),
    entry,
    path,
    bytes,
    totalBytes: isComplete ? bytes : (readRecord(join(folder, entry))?.bytes ?? knownBytes),
    isComplete,
    isDefault: entry === defaultModel.entry,
  }
}

function isModel(path: string, entry: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isFile()) return entry.endsWith('.gguf')
  // The folder of an ONNX model may have arrived without its network so far.
  const isKnownPart = stats !== undefined && path.endsWith(partEnding) && knownModelAt(entry) !== undefined
  return isKnownPart || isModelFolder(path)
}

/** The size of a file, or of all files in a folder, in bytes. */
export function bytesUnder(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.size ?? 0
  return readdirSync(path).reduce((sum, name) => sum + bytesUnder(join(path, name)), 0)
}

/**
 * Deletes a model, or the part of one, from the models folder, and nothing outside of it; `freed` is in bytes.
 * @throws ModelError `MODEL_NOT_FOUND`, `MODEL_OUTSIDE_FOLDER`, `MODEL_PLACE_UNWRITABLE`; LockedError while it is pulled
 */
export async function removeModel(name: string, folder: string): Promise<{ name: string; freed: number }> {
  const entry = entryOf(name, folder)
  const models = listModels(folder)
  const found = models.filter((model) => {
    const names = [model.name, model.entry, basename(model.path), model.entry.replace(/\.gguf$/, '')]
    return names.includes(entry)
  })
  const [first] = found
  if (!first) {
    const names = models.map((model) => model.name).join(', ')
    const message = `There is no model ${name} in ${folder}. ${names ? `There are: ${names}.` : 'It is empty.'}`
    throw new ModelError('MODEL_NOT_FOUND', message)
  }
  const target = join(folder, first.entry)
  const remove = () => {
    for (const { path } of found) rmSync(path, { recursive: true })
    removeRecord(target)
  }
  try {
    await withLock(target, remove, { wait: pullWait })
  } catch (error) {
    throw failureOfFolder(error, folder)
  }
  return { name: first.name, freed: found.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function entryOf(name: string, folder: string): string {
  if (basename(name) === name && name !== '..' && name !== '.') return name
  const path = resolve(folder, name)
  if (dirname(path) === resolve(folder)) return basename(path)
  const message = `${name} is not in the models folder ${folder}, and nothing else is removed. Name a model: recallite models list`
  throw new ModelError('MODEL_OUTSIDE_FOLDER', message)
}
