import type { Normalization } from '../strategy.js'
import type { Normalizer } from './normalizer.js'
import { normalizers } from './normalizers.js'

/** Normalises each list as named for its source; `position`, which fits scores of any scale, where none is named. */
export function normalizeBySource(names: Readonly<Record<string, Normalization>>): Normalizer {
  return (list) => {
    // A source may be called `constructor`.
    const name = Object.hasOwn(names, list.source) ? names[list.source] : undefined
    return normalizers[name ?? 'position'](list)
  }
}
