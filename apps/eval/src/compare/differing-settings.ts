import type { RunHeader, RunSettings } from '../run/run.js'

/** What is set for a run. */
export type SettingName =
  | 'version'
  | 'model'
  | 'chunk tokens'
  | 'chunk overlap'
  | 'candidates'
  | 'depth'
  | 'min score'

/** A setting that two runs do not share, in words; null where it is not known, as of another program's run. */
export interface SettingDifference {
  readonly name: SettingName
  readonly first: string | null
  readonly second: string | null
}

/** What settings and environment are read from. */
export type SettledRun = Pick<RunHeader, 'settings' | 'depth' | 'environment'>

function describeModel({ model }: RunSettings): string {
  if (!model) return 'none, words alone'
  return `${model.provider} ${model.model}, ${model.dimensions} dimensions, prompts ${model.promptStyle}`
}

const readers: Readonly<Record<SettingName, (run: SettledRun) => string | number | undefined>> = {
  // The environment of another program's run is that of its import.
  version: ({ settings, environment }) => (settings ? environment.version : undefined),
  model: ({ settings }) => (settings ? describeModel(settings) : undefined),
  'chunk tokens': ({ settings }) => settings?.chunking.target,
  'chunk overlap': ({ settings }) => settings?.chunking.overlap,
  candidates: ({ settings }) => settings?.candidates,
  depth: ({ depth }) => depth,
  'min score': ({ settings }) => settings?.minScore,
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(readers, name)
}

function valueOf(name: SettingName, run: SettledRun): string | null {
  const value = readers[name](run)
  return value === undefined ? null : String(value)
}

/** The settings that two runs do not share, or of which one run does not tell. */
export function differingSettings(first: SettledRun, second: SettledRun): SettingDifference[] {
  return Object.keys(readers)
    .filter(isSettingName)
    .map((name) => ({ name, first: valueOf(name, first), second: valueOf(name, second) }))
    .filter((setting) => setting.first !== setting.second)
}
