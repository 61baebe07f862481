import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isModelFolder } from './find-model.js'
import { bytesOf, defaultModel, knownModelAt } from './known-models.js'
import { readRecord } from './part-file.js'

/** A model in the models folder, whole or in part. */
export interface ListedModel {
  readonly name: string
  /** Its file or folder in the models folder, when it is whole. */
  readonly place: string
  /** Where it is now. */
  readonly path: string
  /** On the disk. */
  readonly bytes: number
  /** When it is whole; null where nobody knows. */
  readonly totalBytes: number | null
  readonly isComplete: boolean
  /** Whether it is the one that is used where nobody names one. */
  readonly isDefault: boolean
}

const partEnding = '.part'

function bytesUnder(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.size ?? 0
  return readdirSync(path).reduce((sum, name) => sum + bytesUnder(join(path, name)), 0)
}

function isModel(path: string, place: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isFile()) return place.endsWith('.gguf')
  // A folder that is arriving need not have its network yet.
  return (
    isModelFolder(path) ||
    (stats !== undefined && path.endsWith(partEnding) && knownModelAt(place) !== undefined)
  )
}

function totalOf(folder: string, place: string): number | null {
  const known = knownModelAt(place)
  return readRecord(join(folder, place))?.bytes ?? (known ? bytesOf(known) : null)
}

function listed(folder: string, entry: string): ListedModel | undefined {
  const path = join(folder, entry)
  const isComplete = !entry.endsWith(partEnding)
  const place = isComplete ? entry : entry.slice(0, -partEnding.length)
  if (!isModel(path, place)) return undefined
  const bytes = bytesUnder(path)
  return {
    name: knownModelAt(place)?.name ?? place.replace(/\.gguf$/, ''),
    place,
    path,
    bytes,
    totalBytes: isComplete ? bytes : totalOf(folder, place),
    isComplete,
    isDefault: place === defaultModel.place,
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** The models in the models folder, by the names of their files; none where there is no folder. */
export function listModels(folder: string): ListedModel[] {
  return entriesOf(folder).flatMap((entry) => listed(folder, entry) ?? [])
}
