import type { RunHeader } from '../run/run.js'

/** What is set for a run. */
export type SettingName =
  | 'version'
  | 'model'
  | 'chunk tokens'
  | 'chunk overlap'
  | 'candidates'
  | 'depth'
  | 'min score'

/** A setting that two runs do not share, in words. */
export interface SettingDifference {
  readonly name: SettingName
  readonly first: string
  readonly second: string
}

/** What settings and environment are read from. */
export type SettledRun = Pick<RunHeader, 'settings' | 'environment'>

function describeModel({ settings: { model } }: SettledRun): string {
  if (!model) return 'none, words alone'
  return `${model.provider} ${model.model}, ${model.dimensions} dimensions, prompts ${model.promptStyle}`
}

const readers: Readonly<Record<SettingName, (run: SettledRun) => string | number>> = {
  version: ({ environment }) => environment.version,
  model: describeModel,
  'chunk tokens': ({ settings }) => settings.chunking.target,
  'chunk overlap': ({ settings }) => settings.chunking.overlap,
  candidates: ({ settings }) => settings.candidates,
  depth: ({ settings }) => settings.depth,
  'min score': ({ settings }) => settings.minScore,
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(readers, name)
}

/** The settings that two runs do not share and that may be why they answer differently. */
export function differingSettings(first: SettledRun, second: SettledRun): SettingDifference[] {
  return Object.keys(readers)
    .filter(isSettingName)
    .map((name) => ({ name, first: String(readers[name](first)), second: String(readers[name](second)) }))
    .filter((setting) => setting.first !== setting.second)
}
