import { damage, singleBits } from './damage/damage.ts'
import { folders } from './folders/folders.ts'
import { kills } from './kills/kills.ts'
import type { Suite } from './run-suite.ts'
import { writes } from './writes/writes.ts'

/** Every suite, in the order in which `all` runs them; each says how many cases it has without and with `--full`. */
export const suites: readonly Suite[] = [kills, damage, singleBits, writes, folders]
