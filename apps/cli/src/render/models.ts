import { printable } from '@recallite/command-line'
import type { ListedModel } from '../models/list-models.js'
import type { ModelSource } from '../models/model-source.js'
import type { PulledFile, PulledModel } from '../models/pull-model.js'

/** Bytes as people say them. */
export function size(bytes: number): string {
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function percentOf({ isComplete, bytes, totalBytes }: ListedModel): number | null {
  if (isComplete) return 100
  // A part says 100 only when it is whole, which a file that is still to be checked is not.
  return totalBytes ? Math.min(99, Math.floor((bytes / totalBytes) * 100)) : null
}

function stateOf(model: ListedModel): string {
  const percent = percentOf(model)
  const state = model.isComplete
    ? 'complete'
    : percent === null
      ? 'in part'
      : `${percent} % of ${size(model.totalBytes ?? 0)}`
  return model.isDefault ? `${state}, default` : state
}

/** The models in the models folder, one a line: name, size, state, path. */
export function renderModels(models: readonly ListedModel[]): string {
  return models
    .map(
      (model) =>
        `${printable(model.name)}\t${size(model.bytes)}\t${stateOf(model)}\t${printable(model.path)}\n`,
    )
    .join('')
}

/** The models in the models folder, as `models.schema.json` has them. */
export function listToJson(models: readonly ListedModel[]) {
  return models.map((model) => ({
    name: model.name,
    path: model.path,
    bytes: model.bytes,
    totalBytes: model.totalBytes,
    percent: percentOf(model),
    complete: model.isComplete,
    default: model.isDefault,
  }))
}

/** What is about to come from where. */
export function renderStart({ name, files }: ModelSource): string {
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0)
  const amount = bytes > 0 ? ` (${size(bytes)})` : ''
  return `Downloading ${printable(name)}${amount} from ${files[0]?.url.host ?? ''}\n`
}

const authorities: Readonly<Record<NonNullable<PulledFile['checkedAgainst']>, string>> = {
  known: 'is what recallite knows it by',
  given: 'is what --sha256 asks for',
  server: 'fits what the server announced',
}

function renderCheck({ path, sha256, checkedAgainst }: PulledFile): string {
  const verdict =
    checkedAgainst === null
      ? 'was compared with nothing: nobody says what it should be'
      : authorities[checkedAgainst]
  return `  ${printable(path)}: sha256 ${sha256} ${verdict}\n`
}

/** A model that is there now, and what its files were checked against. */
export function renderPulled({ name, path, files }: PulledModel): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const fetched = files.reduce((sum, file) => sum + file.fetched, 0)
  const came =
    fetched === 0 ? 'was there already' : fetched < bytes ? `${size(fetched)} downloaded now` : 'downloaded'
  const checks = files.map(renderCheck).join('')
  return `${printable(name)}: ${size(bytes)} in ${printable(path)}, ${came}\n${checks}`
}

/** A model that is there now, as `models.schema.json` has it. */
export function pulledToJson({ name, path, files }: PulledModel) {
  return {
    name,
    path,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    downloadedBytes: files.reduce((sum, file) => sum + file.fetched, 0),
    files: files.map((file) => ({
      path: file.path,
      bytes: file.bytes,
      sha256: file.sha256,
      checkedAgainst: file.checkedAgainst,
    })),
  }
}
