import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { printable, UsageError, writeWhole } from '@recallite/command-line'
import { nameOf, reasonOf } from '@recallite/core'
import {
  chooseEntries,
  defaultModels,
  defaultReranker,
  findModel,
  isInstalled,
  isModelFolder,
  isOnDisk,
  makeBackend,
  type ProviderName,
  providers,
  providersFolder,
  type ReadSettings,
  recalliteFolder,
  type Secret,
  variableOf,
} from '@recallite/settings'
import type { KeptSpace } from '@recallite/store'
import { parseDocument } from 'yaml'
import type { Flags } from '../flags/flags.js'
import { bytesIn, modelSource } from '../models/model-source.js'
import { rememberedSources } from '../open/choose-backends.js'
import { describeBytes } from '../render/amounts.js'
import { renderTable } from '../render/table.js'
import { hasOnnxRuntime, type Machine } from './install-provider.js'

/** What a setup will install, download and write. */
export type SetupPlan = ReturnType<typeof planSetup>

/** The size of each provider's package with its dependencies after `installProvider`, in bytes; Linux x64, 2026-11-23. */
const packageBytes: Readonly<Record<ProviderName, number>> = {
  local: 79_200_000,
  onnx: 48_100_000,
  ollama: 500_000,
  openai: 12_800_000,
  gemini: 30_400_000,
}

/**
 * Plans the installation of the provider that flags or settings name. Without one, chooses the provider of the existing index, since
 * another model would embed everything again, or else the fastest one for this machine.
 * @returns `packageRange`: the compatible versions of the package; `installInto`: undefined if the package is installed; `model`: its
 * value in the settings, undefined for the provider's default; `download`: undefined if the model exists or is a service's; `left`: the
 * space that another model replaces
 * @throws UsageError if a service's key is missing; ModelError if the model is unknown
 */
export function planSetup(
  flags: Pick<Flags, 'sha256'>,
  resolved: ReadSettings,
  { spaces, machine = process }: { readonly spaces: readonly KeptSpace[]; readonly machine?: Machine },
) {
  const { settings } = resolved
  const { provider, model } = chooseModel(resolved, spaces, machine)
  if (provider === 'openai' || provider === 'gemini') assertKey(settings.providers[provider].apiKey, provider)
  const planned = planModel(provider, { model, sha256: flags.sha256 }, settings.models.path)
  const left = leftSpace(spaces, { provider, model: planned.entry ?? defaultModels[provider] })
  return { ...planned, ...planPackage(provider, resolved), left }
}

/** Plans the setup of a reranker, given by catalog name, path or URL. */
export function planReranker(
  name = defaultReranker.name,
  { sha256 }: Pick<Flags, 'sha256'>,
  resolved: ReadSettings,
): SetupPlan {
  const folder = resolved.settings.models.path
  const planned = planModel('onnx', { model: name, sha256 }, folder)
  const isFolder = planned.download?.isFolder ?? isModelFolder(planned.entry ?? '')
  return { ...planned, ...planPackage(isFolder ? 'onnx' : 'local', resolved), left: undefined }
}

function planPackage(provider: ProviderName, { settings, files, home }: ReadSettings) {
  const { packageName } = providers[provider]
  return {
    provider,
    packageName,
    packageRange: packageRange(packageName),
    installInto: isInstalled(provider) ? undefined : providersFolder(home),
    modelsFolder: settings.models.path,
    settingsFile: files.user ?? join(recalliteFolder(home), 'config.yaml'),
  }
}

function chooseModel(resolved: ReadSettings, spaces: readonly KeptSpace[], machine: Machine) {
  const [named = { provider: 'auto', origin: { kind: 'built-in' } }, ...others] = resolved.chain
  const { provider, model } = named
  if (model !== undefined && provider !== 'auto') return { provider, model }
  const remembered = rememberedSources(spaces, resolved)
  const { settings } = resolved
  const entries = chooseEntries({ settings, chain: [named, ...others] }, { remembered })
  const here = entries.find(
    (entry) => isOnDisk(entry.provider) && findModel(entry.model, settings.models.path),
  )
  if (here) return here
  const fastest = hasOnnxRuntime(machine) ? 'onnx' : 'local'
  const chosen = provider === 'auto' ? fastest : provider
  return { provider: chosen, model: isOnDisk(chosen) ? defaultModels[chosen] : undefined }
}

function leftSpace(spaces: readonly KeptSpace[], entry: Parameters<typeof makeBackend>[0]) {
  const last = spaces.findLast(({ hasVectors }) => hasVectors)
  return last && nameOf(last) !== nameOf(makeBackend(entry, { allowHttp: false })) ? last : undefined
}

/** A model file outside of the models folder is named by its absolute path. */
function planModel(
  provider: ProviderName,
  { model, sha256 }: { readonly model: string | undefined; readonly sha256: string | undefined },
  folder: string,
) {
  if (model === undefined || !isOnDisk(provider)) return { model, entry: model, download: undefined }
  const path = findModel(model, folder, { isTyped: true })
  if (path === undefined) {
    const download = modelSource(model, { sha256 })
    return { model: download.name, entry: download.entry, download }
  }
  return { model: dirname(path) === folder ? basename(model) : path, entry: path, download: undefined }
}

function packageRange(name: string): string {
  const manifest = createRequire(import.meta.url)('recallite/package.json') as {
    readonly peerDependencies: Readonly<Record<string, string>>
  }
  return manifest.peerDependencies[name] ?? 'latest'
}

function assertKey(apiKey: Pick<Secret, 'isSet' | 'reference'>, provider: string): void {
  if (apiKey.isSet) return
  const variable = variableOf(apiKey)
  throw new UsageError(
    `--provider ${provider} needs an API key, but ${variable} is not set. Set it (export ${variable}=…) and run this again; nothing was installed.`,
  )
}

/** Describes each step of the plan in a row, with sizes; without `folders`, only the package and the model. */
export function renderPlan(plan: SetupPlan, columns: number, folders?: readonly string[]): string {
  const { provider, packageName, installInto, settingsFile, left } = plan
  const rows = [
    [
      'package',
      installInto === undefined
        ? `${packageName} is installed`
        : `install ${packageName}: about ${describeBytes(packageBytes[provider])}, to ${installInto}`,
    ],
    ['model', describeModel(plan)],
    ...(folders
      ? [
          ['settings', `write ${describeSettings(settingsOf(plan))} to ${settingsFile}`],
          ['index', folders.length > 0 ? folders.join(', ') : 'the folders already in the memory'],
        ]
      : []),
    ...(left ? [['vectors', describeLeft(left)]] : []),
  ]
  const cells = rows.map((row) => row.map((text) => printable(text)))
  return renderTable(cells, { columns, indent: '  ' })
}

const describeLeft = ({ provider, model }: KeptSpace): string =>
  `all texts will be embedded again; until then, searches use ${provider}/${model} (to keep it: --provider ${provider} --model ${model})`

function describeModel({ model, download, modelsFolder }: SetupPlan) {
  if (download === undefined) return model === undefined ? "the provider's default" : `${model} is downloaded`
  const bytes = bytesIn(download.files)
  const amount = bytes > 0 ? describeBytes(bytes) : 'size unknown'
  return `download ${download.name}: ${amount}, from ${download.files[0]?.url.host ?? ''}, to ${modelsFolder}`
}

/** Settings with their paths in a file; null removes one. */
type Entries = readonly (readonly [path: readonly string[], value: unknown])[]

/** The settings that make every memory use the provider and the model. */
export function settingsOf({ provider, model }: Pick<SetupPlan, 'provider' | 'model'>): Entries {
  const values = Object.entries({ provider, ...(model !== undefined && { model }) })
  return values.map(([key, value]) => [[key], value])
}

/** Settings to be written, as text. */
export function describeSettings(entries: Entries): string {
  const written = entries.filter(([, value]) => value !== null)
  return written.map(([path, value]) => `${path.join('.')}: ${String(value)}`).join(', ')
}

/**
 * Sets values of a settings file, YAML or JSON, and preserves the rest, including comments. Returns whether the file changed.
 * @throws UsageError if it is not a settings file
 */
export function setInFile(file: string, values: Entries): boolean {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const document = parseDocument(before)
  if (values.every(([path, value]) => (document.getIn(path) ?? null) === value)) return false
  try {
    if (document.errors[0]) throw document.errors[0]
    for (const [path, value] of values) {
      if (value === null) document.deleteIn(path)
      else document.setIn(path, value)
    }
  } catch (error) {
    throw new UsageError(`${file} cannot be changed: ${reasonOf(error)} Fix it by hand.`)
  }
  const isJson = file.endsWith('.json')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeWhole(file, [isJson ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString()])
  return true
}
