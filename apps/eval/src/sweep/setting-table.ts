import { findStrategy, isStrategyName } from '@recallite/fusion'
import type { KeywordNormalization, Setting, SettingName } from './setting.js'

/** A setting whose values are numbers, so that a range of them can be given. */
interface NumericSetting {
  readonly kind: 'number'
  readonly least: number
  readonly most: number
  readonly isWhole: boolean
  readonly choose: (value: number) => Setting
}

/** A setting whose values are names. */
interface NamedSetting {
  readonly kind: 'name'
  /** What the values are, in words. */
  readonly allowed: string
  /** Undefined for a name that is none of them; FusionError for an unknown fusion, which knows the nearest. */
  readonly choose: (name: string) => Setting | undefined
}

/** What can be said of a setting. */
export type SettingEntry = NumericSetting | NamedSetting

function number(range: readonly [least: number, most: number], choose: NumericSetting['choose']) {
  const [least, most] = range
  return { kind: 'number', least, most, isWhole: false, choose } as const
}

function whole(range: readonly [least: number, most: number], choose: NumericSetting['choose']) {
  return { ...number(range, choose), isWhole: true } as const
}

const normalizations: readonly KeywordNormalization[] = ['none', 'position', 'min-max', 'max']

function chooseFusion(name: string): Setting {
  findStrategy(name)
  return isStrategyName(name) ? { fusion: name } : {}
}

/** What can be varied, and within which bounds: those that the settings of `recallite` have. */
export const settingTable: Readonly<Record<SettingName, SettingEntry>> = {
  fusion: { kind: 'name', allowed: 'the name of a fusion', choose: chooseFusion },
  vectorWeight: number([0, Infinity], (vectorWeight) => ({ vectorWeight })),
  textWeight: number([0, Infinity], (textWeight) => ({ textWeight })),
  k: number([0, Infinity], (k) => ({ k })),
  normalization: {
    kind: 'name',
    allowed: `one of ${normalizations.join(', ')}`,
    choose: (name) => {
      const normalization = normalizations.find((known) => known === name)
      return normalization && { normalization }
    },
  },
  candidateMultiplier: number([1, 100], (candidateMultiplier) => ({ candidateMultiplier })),
  minScore: number([-1, 1], (minScore) => ({ minScore })),
  chunkTokens: whole([16, 8192], (chunkTokens) => ({ chunkTokens })),
  chunkOverlap: whole([0, 4096], (chunkOverlap) => ({ chunkOverlap })),
}

/** Every name that can be varied. */
export const settingNames: readonly string[] = Object.keys(settingTable)

/** Whether something of that name can be varied. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name)
}
