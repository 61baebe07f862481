import { actionsRun, printable, renderJson, type Io, type Request } from '@recallite/command-line'
import { createProgressBar } from '@recallite/command-line/progress-bar'
import type { Flags } from '../flags/flags.js'
import {
  bytesOf,
  defaultModel,
  defaultModels,
  catalogModelAt,
  type CatalogModel,
  modelCatalog,
  readSettings,
} from '@recallite/settings'
import { proxyNotice } from '@recallite/settings/environment'
import { listModels, removeModel, type ListedModel } from '../models/models-folder.js'
import { bytesIn, modelSource, type ModelSource } from '../models/model-source.js'
import { pullModel, type PulledFile, type PulledModel } from '../models/pull-model.js'
import { defaultDeadlines } from '../models/remote-file.js'
import { describeBytes } from '../render/amounts.js'
import { renderTable } from '../render/table.js'

/** `recallite models [list]`, `recallite models pull [NAME]`, `recallite models remove NAME` */
export const runModels = actionsRun<Flags>('models', { list, 'pull [NAME]': pull, 'remove NAME': remove })

async function folderOf({ agent, config }: Flags): Promise<string> {
  return (await readSettings({ agent, config })).settings.models.path
}

async function list({ flags, io }: Request<Flags>): Promise<void> {
  const folder = await folderOf(flags)
  const models = listModels(folder)
  const available = modelCatalog.filter(({ entry }) => !models.some((model) => model.entry === entry))
  const found = { models, available }
  io.write(flags.json ? renderJson(listToJson(folder, found)) : renderModels(folder, found, io))
}

interface FoundModels {
  readonly models: readonly ListedModel[]
  readonly available: readonly CatalogModel[]
}

/** The output that `models.schema.json` describes. */
function listToJson(folder: string, { models, available }: FoundModels) {
  return {
    folder,
    models: models.map(({ entry: _, isDefault, ...model }) => ({ ...model, default: isDefault })),
    available: available.map((model) => {
      const { name, dimensions, languages } = model
      return { name, bytes: bytesOf(model), dimensions, languages, default: model === defaultModel }
    }),
  }
}

async function pull({ flags, io }: Request<Flags>, name: string): Promise<void> {
  const source = modelSource(name || defaultModel.name, flags)
  await pullShowing(source, { folder: await folderOf(flags), flags, io })
}

/** Downloads a model with a progress bar, and prints its files; throws ModelError. */
export async function pullShowing(
  source: ModelSource,
  { folder, flags, io }: { folder: string; flags: Pick<Flags, 'json'>; io: Io },
): Promise<void> {
  const bar = await createProgressBar(io)
  const model = await pullModel(source, {
    folder,
    network: { fetch: globalThis.fetch, deadlines: defaultDeadlines, signal: io.interrupted },
    onStart: (started) => void (flags.json || io.talk(renderStart(started))),
    onProgress: ({ name, arrived, bytes = 0 }) => bar.show({ label: name, done: arrived, total: bytes }),
  }).finally(() => bar.stop())
  io.write(flags.json ? renderJson(pulledToJson(model)) : renderPulled(model))
}

function renderStart({ name, files }: ModelSource): string {
  const bytes = bytesIn(files)
  const amount = bytes > 0 ? ` (${describeBytes(bytes)})` : ''
  return `Downloading ${printable(name)}${amount} from ${files[0]?.url.host ?? ''}\n${proxyNotice()}`
}

function pulledToJson({ isDownloaded, ...model }: PulledModel) {
  return { ...model, bytes: bytesIn(model.files), downloaded: isDownloaded }
}

async function remove({ flags, io }: Request<Flags>, name: string): Promise<void> {
  const removed = removeModel(name, await folderOf(flags))
  if (flags.json) io.write(renderJson({ removed: removed.name, freedBytes: removed.freed }))
  else io.talk(`Removed ${printable(removed.name)}: ${describeBytes(removed.freed)} freed.\n`)
}

/** The models in the models folder, and those that can be downloaded by name. */
export function renderModels(
  folder: string,
  { models, available }: FoundModels,
  { columns }: { readonly columns: number },
): string {
  const layout = { columns, indent: '  ', numbers: [1, 2] }
  const here = models.map(({ name, bytes, entry }) => rowOf(name, bytes, catalogModelAt(entry)))
  const others = available.map((model) => rowOf(model.name, bytesOf(model), model))
  const blocks = [
    here.length > 0
      ? `In ${printable(folder)}:\n${renderTable(here, layout)}`
      : `There is no model in ${printable(folder)} yet.\n`,
    others.length > 0 ? `Available with 'recallite models pull NAME':\n${renderTable(others, layout)}` : '',
  ]
  return blocks.filter((block) => block !== '').join('\n')
}

function rowOf(name: string, bytes: number, entry?: CatalogModel): string[] {
  const facts = entry ? [`${entry.dimensions} dimensions`, entry.languages] : ['', '']
  const provider = Object.entries(defaultModels).find(([, model]) => model === entry?.name)?.[0]
  const role = provider ? `default of ${provider}` : ''
  return [printable(name), describeBytes(bytes), ...facts, entry === defaultModel ? 'default' : role]
}

/** A pulled model, and what its files were checked against. */
export function renderPulled({ name, path, files, isDownloaded }: PulledModel): string {
  const came = isDownloaded ? 'downloaded' : 'already downloaded'
  const checks = files.map(
    (file) =>
      `  ${printable(file.path)}: sha256 ${file.sha256} ${verdicts[file.checkedAgainst ?? 'nothing']}\n`,
  )
  return `${printable(name)}: ${describeBytes(bytesIn(files))} in ${printable(path)}, ${came}\n${checks.join('')}`
}

const verdicts: Readonly<Record<NonNullable<PulledFile['checkedAgainst']> | 'nothing', string>> = {
  known: 'matches the catalog',
  given: 'matches --sha256',
  server: 'matches the announcement of the server',
  nothing: 'was not checked: no checksum is available',
}
