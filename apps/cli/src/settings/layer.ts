import type { Settle } from './kinds/kind.js'
import { builtIn, type Origin } from './origin.js'
import { settingEntries, type SettingKey } from './key-table.js'
import { treeOf, type TreeNode } from './tree.js'

/** A value that somebody gave a setting. */
export interface Given {
  readonly settle: Settle<unknown>
  readonly origin: Origin
  /** As a file has it. */
  readonly written?: TreeNode
}

/** What one place says, by key. */
export type Layer = ReadonlyMap<SettingKey, Given>

/** What holds where nobody says anything. */
export function builtInLayer(): Layer {
  return new Map(
    settingEntries.flatMap(([key, { kind, default: value }]) =>
      value === undefined
        ? []
        : [[key, { settle: kind.read(treeOf(value), { key, origin: builtIn }), origin: builtIn }] as const],
    ),
  )
}

/** One layer of several: a key has what the last layer with it says, whole, with where that stands. */
export function mergeLayers(layers: readonly Layer[]): Layer {
  return new Map(layers.flatMap((layer) => [...layer]))
}
